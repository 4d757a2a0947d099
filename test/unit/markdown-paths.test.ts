import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Folders that are not in version control, as in .gitignore. */
const ignored = new Set([
  '.git',
  '.local',
  '.sst',
  '.sst-config',
  'coverage',
  'dist',
  'generated',
  'node_modules',
])

const walk = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !ignored.has(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? [path, ...walk(path)] : [path]
    })

const paths = walk('')
const documents = paths.filter((path) => path.endsWith('.md'))
const rootFolders = new Set(paths.flatMap((path) => (path.includes('/') ? path.split('/')[0] : [])))

/** Whether code in a document is a path of this repository: a source file or document, or anything below a folder of the root. */
const isPath = (code: string) =>
  /^[\w.@-]+(?:\/[\w.@-]+)*\/?$/.test(code) &&
  (/\.(?:ts|mjs|md)$/.test(code) || (code.includes('/') && rootFolders.has(code.split('/')[0])))

/** Paths may begin at any folder, because the README of a folder names its own files. */
const exists = (code: string) => {
  const path = code.replace(/\/$/, '')
  return paths.some((known) => known === path || known.endsWith(`/${path}`))
}

test('documents name only files that exist', () => {
  const missing = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const codes = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link.split('#')[0] ?? '')
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
    const isLinked = (link: string) => paths.includes(posix.normalize(posix.join(dirname(document), link)))
    return [
      ...codes.filter((code) => isPath(code) && !exists(code)),
      ...links.filter((link) => !isLinked(link)),
    ].map((name) => `${document}: ${name}`)
  })
  expect(missing).toEqual([])
})
