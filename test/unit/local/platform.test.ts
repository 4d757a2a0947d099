import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describePlatformProblem } from '../../../local/platform.ts'

test.each([
  ['linux', 'x64', undefined],
  ['darwin', 'arm64', '/opt/chrome-headless-shell'],
  ['linux', 'arm64', '/usr/bin/chromium'],
])('%s %s with CHROMIUM_PATH %s can start', (platform, arch, path) => {
  expect(describePlatformProblem(platform, arch, path)).toBeUndefined()
})

test('the browser to install has the major version of the shipped one', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
  const major = manifest.dependencies['@sparticuz/chromium'].split('.')[0]
  expect(describePlatformProblem('darwin', 'arm64', undefined)).toContain(`chrome-headless-shell@${major}\``)
})
