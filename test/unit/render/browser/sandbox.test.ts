import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { silentLogger } from '../../../../lib/base/logger.ts'
import { Sandbox } from '../../../../lib/render/browser/sandbox.ts'

let isRoot = false

beforeEach(() => {
  isRoot = false
  const spy = vi.spyOn(process, 'getuid').mockImplementation(() => (isRoot ? 0 : 4242))
  return () => spy.mockRestore()
})

const makeDir = () => {
  const dir = mkdtempSync(join(tmpdir(), 'stillframe-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

/** A sandbox whose probe runs a shell script, and what it starts and says. */
const start = (script: string, { chromiumFlags = [] as string[], launch = async () => {} } = {}) => {
  const dir = makeDir()
  const preload = join(dir, 'probe')
  writeFileSync(preload, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const said: object[] = []
  const started: boolean[] = []
  const sandbox = new Sandbox({
    temporaryDir: dir,
    log: { ...silentLogger, warn: (fields, message) => void said.push({ ...fields, message }) },
    chromiumFlags,
    onUnprotected: (kind) => void said.push({ kind }),
  })
  const launchOnce = () =>
    sandbox.launch({ executable: '', cacheDir: '', preload }, async (isSandboxed) => {
      started.push(isSandboxed)
      if (isSandboxed) await launch()
    })
  return { sandbox, said, started, launchOnce }
}

test.each([
  ['the number of an error', 'exit 13', 'EACCES'],
  ['a signal', 'kill -SYS $$', 'SIGSYS'],
])(
  'where the probe ends with %s, browsers start without a sandbox, which is said once',
  async (_, script, reason) => {
    const { sandbox, said, started, launchOnce } = start(script)
    await launchOnce()
    sandbox.prove(process.pid)
    await launchOnce()
    expect(started).toEqual([false, false])
    expect(sandbox.isolation).toMatchObject({ sandbox: 'none', reason })
    expect(said).toEqual([
      { kind: 'browser' },
      { reason, cause: undefined, message: 'browser not sandboxed' },
    ])
  },
)

test('Chromium has no sandbox for root, and none if its flags switch it off', async () => {
  const flagged = start('exit 0', { chromiumFlags: ['--no-sandbox'] })
  await flagged.launchOnce()
  expect([flagged.started, flagged.sandbox.isolation.reason]).toEqual([[false], '--no-sandbox'])
  const { sandbox, started, launchOnce } = start('exit 0')
  isRoot = true
  await launchOnce()
  expect([started, sandbox.isolation.reason]).toEqual([[false], 'root'])
})

test('a first launch that fails is repeated without a sandbox, as are all others', async () => {
  const launch = () => Promise.reject(new Error('no usable sandbox'))
  const { sandbox, said, started, launchOnce } = start('exit 0', { launch })
  await launchOnce()
  await launchOnce()
  expect(started).toEqual([true, false, false])
  expect(sandbox.isolation.reason).toBe('launch failed')
  expect(said).toMatchObject([{ kind: 'browser' }, { cause: expect.stringContaining('no usable sandbox') }])
})

test('if no page opened in the first browser, the next one has no sandbox', async () => {
  const { sandbox, started, launchOnce } = start('exit 0')
  await launchOnce()
  await launchOnce()
  expect(started).toEqual([true, false])
  expect(sandbox.isolation.reason).toBe('no page opened')
})

test('once a page was open in a sandboxed browser, a launch that fails is an error', async () => {
  let isBroken = false
  const launch = async () => {
    if (isBroken) throw new Error('broken')
  }
  const { sandbox, said, started, launchOnce } = start('exit 0', { launch })
  await launchOnce()
  sandbox.prove(process.pid)
  isBroken = true
  await expect(launchOnce()).rejects.toThrow('broken')
  expect(started).toEqual([true, true])
  expect(sandbox.isolation).toEqual({ sandbox: 'seccomp', nodeHidden: true })
  expect(said).toEqual([])
})

test('a process that cannot be hidden from its user says so once', () => {
  const { uid } = statSync('/proc/self/environ', { throwIfNoEntry: false }) ?? {}
  vi.mocked(process.getuid as () => number).mockReturnValue(uid ?? 4242)
  const said: object[] = []
  const sandbox = new Sandbox({
    temporaryDir: '/nonexistent',
    log: { ...silentLogger, warn: (fields, message) => void said.push({ ...fields, message }) },
    onUnprotected: (kind) => void said.push({ kind }),
  })
  expect(sandbox.isolation).toEqual({ sandbox: 'none', nodeHidden: false })
  expect(said).toEqual([
    { kind: 'node' },
    { cause: expect.stringContaining('ENOENT'), message: 'process not hidden' },
  ])
})

const wrapper = fileURLToPath(new URL('../../../../functions/exec-wrapper.sh', import.meta.url))

/** Prints who owns the environment of the process, and whether it can still read it and start threads. */
const look = `const { statSync } = require('fs')
const { Worker } = require('worker_threads')
new Worker('process.exit(7)', { eval: true }).once('exit', (code) =>
  console.log(statSync('/proc/self/environ').uid, code, process.argv.slice(1).join(' '), process.env.SECRET))`

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the wrapper of the functions starts Node as a process whose files belong to root, and without the wrapper’s means as it is',
  () => {
    const dir = makeDir()
    const isUnprivileged = execFileSync('id', ['-u'], { encoding: 'utf8' }).trim() !== '0'
    const user = isUnprivileged ? {} : { uid: 65534, gid: 65534 }
    const run = (TMPDIR: string) => {
      const parameters = [wrapper, process.execPath, '-e', look, 'a b', 'c']
      const { stdout } = spawnSync('/bin/sh', parameters, {
        ...user,
        cwd: '/',
        encoding: 'utf8',
        env: { TMPDIR, SECRET: 's', PATH: process.env['PATH'] ?? '' },
      })
      return stdout.trim()
    }
    execFileSync('chmod', ['777', dir])
    expect(run(dir)).toBe('0 7 a b c s')
    // What an exploit could leave, under the old name and under one that the service has used.
    for (const left of ['node-loader', ...readdirSync(dir)]) {
      rmSync(join(dir, left), { recursive: true, force: true })
      mkdirSync(join(dir, left, 'loader'), { recursive: true })
    }
    expect(run(dir)).toBe('0 7 a b c s')
    expect(run(join(dir, 'none'))).toMatch(/^[1-9]\d* 7 a b c s$/)
  },
)
