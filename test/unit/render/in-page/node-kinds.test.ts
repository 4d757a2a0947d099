import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../../lib/render/in-page/scrape')

test('the content of a page is read without constructors, which an element from a frame does not have', () => {
  const found = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/instanceof (\w+)/g)].map((match) => match[1]),
  )
  expect(new Set(found)).toEqual(new Set(['Error', 'RangeError', 'HTMLDocument']))
})
