import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, toBundle } from '../../../local/bundles.ts'

/** Loads a bundle as `npm start` does, and prints the source of the line that exports something. */
const program = `
  const { readFileSync } = await import('node:fs')
  const { findSourceMap } = await import('node:module')
  const file = process.argv[1]
  globalThis.awslambda = { streamifyResponse: (handler) => handler }
  await import(file)
  const line = readFileSync(file, 'utf8').split('\\n').findIndex((text) => /handler = /.test(text))
  process.stdout.write(findSourceMap(file).findEntry(line, 0).originalSource)
  process.exit()`

test('stack traces of the local service name source files', () => {
  const bundle = join(root, toBundle('functions/api/devices.ts'))
  const args = ['--enable-source-maps', '--input-type=module', '--eval', program, bundle]
  const source = execFileSync(process.execPath, args, { encoding: 'utf8', env: { STAGE: 'local' } })
  expect(source).toMatch(/functions\/api\/devices\.ts$/)
})
