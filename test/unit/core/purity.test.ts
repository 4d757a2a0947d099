import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const core = join(import.meta.dirname, '../../../lib/core')

/** What makes the result of a function depend on anything but its arguments. */
const impure =
  /Math\.random|\brandom(?:Bytes|UUID|Int|FillSync)\b|Date\.now|new Date\(\)|performance\.now|\bfetch\(|process\.|setTimeout/

test.each(globSync('**/*.ts', { cwd: core }))(
  'lib/core/%s uses no clock, no randomness and no network',
  (file) => {
    const code = readFileSync(join(core, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    expect(code).not.toMatch(impure)
  },
)
