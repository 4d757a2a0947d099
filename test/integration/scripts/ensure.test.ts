import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

type Packages = Record<string, { integrity?: string; optional?: boolean }>

const root = join(import.meta.dirname, '../../..')

/** Runs the script in a project with this lock file and these installed packages. */
const check = (locked: Packages, installed: Packages | undefined, present = Object.keys(installed ?? {})) => {
  const folder = mkdtempSync(join(tmpdir(), 'stillframe-ensure-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'scripts'))
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
  copyFileSync(join(root, 'scripts', 'ensure.mjs'), join(folder, 'scripts', 'ensure.mjs'))
  for (const path of present) mkdirSync(join(folder, path))
  writeFileSync(join(folder, 'node_modules', '.bin', 'node'), '')
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...locked } }))
  if (installed)
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'scripts', 'ensure.mjs'), '--install', '--no-install'],
    { encoding: 'utf8' },
  )
  return { status, stderr }
}

test('the packages of a plain npm ci are accepted, without those of other platforms', () => {
  const a = { 'node_modules/a': { integrity: 'sha512-1' } }
  const other = { 'node_modules/a-win32': { integrity: 'sha512-2', optional: true } }
  expect(check({ ...a, ...other }, a)).toEqual({ status: 0, stderr: '' })
})

test('a deployment stops instead of installing packages under a running sst', () => {
  const locked = { 'node_modules/a': { integrity: 'sha512-1' }, 'node_modules/b': { integrity: 'sha512-2' } }
  const refused = { status: 1, stderr: expect.stringContaining('Run npm ci first.') }
  expect(check(locked, { ...locked, 'node_modules/a': { integrity: 'sha512-0' } })).toEqual(refused)
  expect(check(locked, undefined)).toEqual(refused)
  expect(check(locked, locked, ['node_modules/a'])).toEqual(refused)
})
