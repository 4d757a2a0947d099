import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../../lib/render/in-page')

/** Rules of style sheets, timelines, values, errors and collections never come from another document. */
const ownKinds = /^(CSS\w+Rule|CSSUnitValue|ViewTimeline|Error|RangeError|Map|Document|HTMLDocument)$/

test('nodes are told apart without constructors, which a node that was taken over from a frame does not have', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(scrape\/)?[\w-]+\.ts$/.test(name),
  )
  const found = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/instanceof (\w+)/g)].map(
      (match) => match[1] ?? '',
    ),
  )
  expect(files.length).toBeGreaterThan(60)
  expect(found.filter((kind) => !ownKinds.test(kind))).toEqual([])
})
