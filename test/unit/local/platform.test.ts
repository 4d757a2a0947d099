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

test.each([
  ['darwin', 'arm64'],
  ['linux', 'arm64'],
  ['win32', 'x64'],
])('the message on %s %s has a remedy', (platform, arch) => {
  const problem = describePlatformProblem(platform, arch, undefined)
  expect(problem).toContain(`this is ${platform} ${arch}`)
  expect(problem).toContain('docker compose up --build')
  expect(problem).toContain('CHROMIUM_PATH')
})

test('the browser to install has the major version of the shipped one', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
  const major = manifest.dependencies['@sparticuz/chromium'].split('.')[0]
  expect(describePlatformProblem('darwin', 'arm64', undefined)).toContain(`chrome-headless-shell@${major}\``)
})
