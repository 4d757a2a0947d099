import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type Packages = Record<string, { integrity?: string; optional?: boolean }>

const root = join(import.meta.dirname, '../../..')

/** Creates a project with this lock file and these installed packages. Its `node` runs this shell script. */
const makeProject = (locked: Packages, installed: Packages | undefined, node = '') => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'scripts'))
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
  copyFileSync(join(root, 'scripts', 'ensure.mjs'), join(folder, 'scripts', 'ensure.mjs'))
  writeFileSync(join(folder, 'node_modules', '.bin', 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 })
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...locked } }))
  if (installed)
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  return folder
}

const ensure = (folder: string, ...parameters: string[]) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'scripts', 'ensure.mjs'), '--no-install', ...parameters],
    { encoding: 'utf8' },
  )
  return { status, stderr }
}

/** Runs the script in a project with this lock file and these installed packages. */
const check = (locked: Packages, installed: Packages | undefined, present = Object.keys(installed ?? {})) => {
  const folder = makeProject(locked, installed)
  for (const path of present) mkdirSync(join(folder, path))
  return ensure(folder, '--install')
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

test('a changed source repeats the parts of generated/ that are made from it, and only those', async () => {
  const folder = makeProject({}, {}, 'shift; mkdir -p generated; echo "$*" >> generated/log')
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const sources = [
    ...['scripts/build.ts', 'scripts/generate/a.ts', 'demo/a', 'docs/examples/receiver.py', 'web/a.tsx'],
    ...['lib/base/errors.ts', 'lib/core/a.ts', 'lib/schema/a.ts', 'lib/store/a.ts'],
    ...['lib/render/in-page/scrape/a.ts', 'lib/render/in-page/consent/a.ts'],
    ...[
      'clients/typescript/src/a.ts',
      'functions/a.ts',
      'infra/a.ts',
      'local/a.ts',
      'docs/images/a',
      'CHANGELOG.md',
    ],
  ]
  for (const path of sources) write(path, '')
  /** Returns the parts that are generated after this file has changed. */
  const partsAfter = (path: string, ...parameters: string[]) => {
    write(path, `${path} has changed`)
    write('generated/log', '')
    const { status, stderr } = ensure(folder, ...parameters)
    const parts = readFileSync(join(folder, 'generated/log'), 'utf8').trim().split(' ').filter(Boolean)
    expect(status).toBe(0)
    expect(stderr).toMatch(
      parts.length === 0
        ? /^$/
        : new RegExp(`^Building ${parts.join(', ')}\\. This happens once, .*\\nDone in \\d+ s\\.\\n$`),
    )
    return parts
  }
  expect(partsAfter('README.md')).toEqual(['assets', 'docs', 'service', 'web'])
  expect(partsAfter('README.md')).toEqual([])
  for (const path of ['lib/store/a.ts', 'functions/a.ts', 'local/a.ts'])
    expect(partsAfter(path), path).toEqual(['service'])
  expect(partsAfter('CHANGELOG.md')).toEqual(['docs'])
  expect(partsAfter('lib/core/a.ts', 'service')).toEqual(['service'])
  expect(partsAfter('README.md')).toEqual(['web'])

  const stamp = () => readFileSync(join(folder, 'generated/.stamp-docs'), 'utf8')
  const before = stamp()
  write('lib/schema/a.ts', 'changed again')
  write('generated/log', '')
  const script = join(folder, 'scripts', 'ensure.mjs')
  // A pipe would stay open until the documentation is built.
  const { status } = spawnSync(process.execPath, [script, '--docs-later'], { stdio: 'ignore' })
  expect(status).toBe(0)
  expect(readFileSync(join(folder, 'generated/log'), 'utf8')).toContain('assets service web\n')
  await expect.poll(stamp, { timeout: 20_000 }).not.toBe(before)
  expect(readFileSync(join(folder, 'generated/log'), 'utf8')).toBe('assets service web\ndocs\n')
})
