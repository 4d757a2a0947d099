import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { siteHeaders } from '../../../infra/headers.ts'
import { cacheControlOf, contentTypeOf, listSiteFiles } from '../../../infra/site.ts'

const siteDir = join(import.meta.dirname, '../../../generated/site')
const files = listSiteFiles(siteDir).filter((path) => !path.startsWith('dashboard/'))
const htmlFiles = files.filter((path) => path.endsWith('.html'))

/** The pages by their URL. */
const pages = new Map(
  htmlFiles.map((path) => [
    `/${path}`.replace(/(?:index)?\.html$/, ''),
    readFileSync(join(siteDir, path), 'utf8'),
  ]),
)
const anchorsOf = new Map(
  [...pages].map(([url, html]) => [
    url,
    new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => decodeEntities(id))),
  ]),
)

test('every page, parts of a page and file that the landing page and the documentation link to exist', () => {
  const dead = [...pages].flatMap(([url, html]) =>
    [...html.matchAll(/ (?:href|src)="([^"]+)"/g)]
      .map(([, link = '']) => decodeEntities(link))
      .filter((link) => !isAlive(url, link))
      .map((link) => `${url}: ${link}`),
  )
  expect(dead).toEqual([])
})

const isAlive = (from: string, link: string): boolean => {
  const { origin, pathname, hash } = new URL(link, `http://site.invalid${from}`)
  // The service serves these, and the dashboard's own test has its files.
  if (origin !== 'http://site.invalid' || /^\/(?:v1|dashboard)\//.test(pathname)) return true
  const anchors = anchorsOf.get(pathname) ?? anchorsOf.get(`${pathname}/`)
  if (!anchors) return existsSync(posix.join(siteDir, decodeURIComponent(pathname)))
  return hash === '' || anchors.has(decodeURIComponent(hash.slice(1)))
}

test('every inline script of a page is in its policy, which allows no others', () => {
  const scripts = new Set(
    [...pages.values()].flatMap((html) =>
      [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code),
    ),
  )
  const hashes = [...scripts].map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  expect(siteHeaders['content-security-policy']).toContain(`script-src 'self' ${hashes.join(' ')};`)
})

test('no page loads anything from another origin', () => {
  for (const [url, html] of pages)
    expect(html, url).not.toMatch(/<(?:script|link|img|iframe|video)[^>]* (?:src|href)="(?:https?:)?\/\//)
  for (const path of files.filter((name) => name.endsWith('.css')))
    expect(readFileSync(join(siteDir, path), 'utf8'), path).not.toMatch(/@import|url\(["']?(?:https?:)?\/\//)
})

test('every block of code is in a frame in which long lines scroll, and no page scrolls sideways on a phone', () => {
  const frame = /<div class="language-[^>]*>(?:<button[^>]*><\/button><span class="lang">[^<]*<\/span>)?$/
  for (const [url, html] of pages)
    for (const before of html.split('<pre').slice(0, -1)) expect(before.slice(-300), url).toMatch(frame)
})

test('every page of the documentation is also a file of Markdown, whose links lead to others', () => {
  const texts = files.filter((path) => path.endsWith('.md'))
  const documents = htmlFiles.filter((path) => path.startsWith('docs/'))
  expect(texts.toSorted()).toEqual(documents.map((path) => path.replace(/html$/, 'md')).toSorted())
  for (const path of [...texts, 'llms.txt']) {
    const text = readFileSync(join(siteDir, path), 'utf8')
    expect(text, path).toMatch(/^# /)
    expect(text, path).not.toMatch(/^<!-- sample|@include/m)
    const links = [...text.matchAll(/\]\(([^)\s]+\.md)/g)].map(([, link = '']) =>
      posix.resolve('/', dirname(path), link),
    )
    expect(links.filter((link) => !texts.includes(link.slice(1)))).toEqual([])
  }
  expect(readFileSync(join(siteDir, 'docs/changelog.md'), 'utf8')).toContain('## [0.3.0]')
})

test('every page is in the navigation', () => {
  const navigation = pages.get('/docs/') ?? ''
  const linked = new Set([...navigation.matchAll(/ href="(\/docs\/[^"#]*)"/g)].map(([, path = '']) => path))
  const unlinked = [...pages.keys()].filter((url) => url.startsWith('/docs/') && !linked.has(url))
  expect(unlinked.filter((url) => !url.startsWith('/docs/decisions/0'))).toEqual([])
})

test('every file has a content type, and a hash in its name if it is kept for a year', () => {
  for (const path of files) {
    expect(contentTypeOf(path), path).not.toBe('application/octet-stream')
    if (cacheControlOf(path).includes('immutable'))
      expect(path).toMatch(/^assets\/.+\.[\w-]{8}(?:\.lean)?\.\w+$/)
  }
})

function decodeEntities(text: string): string {
  return text
    .replace(/&amp;/g, '&')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
}
