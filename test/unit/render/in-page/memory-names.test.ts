import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryNames } from '../../../../lib/render/page/in-page-source.ts'

const folder = join(import.meta.dirname, '../../../../lib/render/in-page')

test('an id of the page cannot replace what the service keeps in its world', () => {
  const used = globSync('**/*.ts', { cwd: folder }).flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/stillframe([A-Z]\w*)/g)].map((match) => match[1]),
  )
  expect(memoryNames.toSorted()).toEqual([...new Set(used)].toSorted())
})
