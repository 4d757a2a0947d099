import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const guide = readFileSync(join(root, 'docs', 'operate', 'deploy.md'), 'utf8')

const readNames = (text: string) => [...text.matchAll(/'([A-Z][A-Z0-9_]+)'/g)].map(([, name]) => name)

test('docs/operate/deploy.md names exactly the existing settings', () => {
  const [, afterHeading = ''] = guide.split('\n## Settings\n')
  const [table = ''] = afterHeading.split('\n## ')
  const documented = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
  )
  const read = readNames(readFileSync(join(root, 'stacks', 'settings.ts'), 'utf8'))
  expect(new Set(documented)).toEqual(new Set(read))
})
