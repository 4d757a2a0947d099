import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const core = join(import.meta.dirname, '../../../lib/core')

/** What makes the result of a function depend on anything but its arguments. */
const impure =
  /Math\.random|\brandom(?:Bytes|UUID|Int|FillSync)\b|Date\.now|new Date\(\)|performance\.now|\bfetch\(|process\.|setTimeout/

test('lib/core uses no clock, no randomness and no network', () => {
  const isImpure = (file: string) =>
    impure.test(readFileSync(join(core, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))
  expect(globSync('**/*.ts', { cwd: core }).filter(isImpure)).toEqual([])
})
