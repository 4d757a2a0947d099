import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test, vi } from 'vitest'
import { silentLogger } from '../../../../lib/base/logger.ts'
import { Sandbox } from '../../../../lib/render/browser/sandbox.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

let isRoot = false

beforeEach(() => {
  isRoot = false
  const spy = vi.spyOn(process, 'getuid').mockImplementation(() => (isRoot ? 0 : 4242))
  return () => spy.mockRestore()
})

/** Writes the processes of a browser whose group is 10: its main process and a renderer, next to this one. */
const writeProcesses = (dir: string, own: string, renderer: string) => {
  const write = (pid: string, command: string, status: string) => {
    mkdirSync(join(dir, pid))
    writeFileSync(join(dir, pid, 'stat'), `${pid} (headless_shell) S 1 10 5 0`)
    writeFileSync(join(dir, pid, 'cmdline'), command)
    writeFileSync(join(dir, pid, 'status'), status)
  }
  write('self', 'node\0', own)
  write('10', 'shell\0', `NSpid:\t10\n${own}`)
  write('11', 'shell\0--type=renderer\0', renderer)
}

/** A sandbox whose probe runs a shell script, and what it starts and says. */
const start = (
  script: string,
  { chromiumFlags = [] as string[], launch = async (_: boolean) => {} } = {},
) => {
  const dir = temporaryFolder()
  const procDir = temporaryFolder()
  const preload = join(dir, 'probe')
  writeFileSync(preload, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const said: object[] = []
  const started: boolean[] = []
  const sandbox = new Sandbox({
    temporaryDir: dir,
    log: { ...silentLogger, warn: (fields, message) => void said.push({ ...fields, message }) },
    chromiumFlags,
    procDir,
    onUnprotected: (kind) => void said.push({ kind }),
  })
  const launchOnce = () =>
    sandbox.launch({ executable: '', cacheDir: '', preload }, async (isSandboxed) => {
      started.push(isSandboxed)
      await launch(isSandboxed)
    })
  return { sandbox, said, started, launchOnce, procDir }
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
  const launch = async (isSandboxed: boolean) => {
    if (isSandboxed) throw new Error('no usable sandbox')
  }
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
  const { sandbox, said, started, launchOnce, procDir } = start('exit 0', { launch })
  writeProcesses(procDir, 'Seccomp_filters:\t1', 'Seccomp_filters:\t2')
  await launchOnce()
  sandbox.prove(10)
  isBroken = true
  await expect(launchOnce()).rejects.toThrow('broken')
  expect(started).toEqual([true, true])
  expect(sandbox.isolation).toEqual({ sandbox: 'seccomp', nodeHidden: true })
  expect(said).toEqual([])
})

test('if the first browser starts neither with nor without a sandbox, the next one is tried with it', async () => {
  let isBroken = true
  const launch = async () => {
    if (isBroken) throw new Error('no memory')
  }
  const { sandbox, said, started, launchOnce, procDir } = start('exit 0', { launch })
  writeProcesses(procDir, 'Seccomp_filters:\t0', 'Seccomp_filters:\t2')
  await expect(launchOnce()).rejects.toThrow('no memory')
  isBroken = false
  await launchOnce()
  sandbox.prove(10)
  expect(started).toEqual([true, false, true])
  expect([sandbox.isolation, said]).toEqual([{ sandbox: 'seccomp', nodeHidden: true }, []])
})

test.each([
  ['11', 'once', [true], undefined],
  ['12', 'once', [true], undefined],
  ['11', 'always', [false], 'EAGAIN'],
  ['13', 'once', [false], 'EACCES'],
])('a probe that ends with %s %s', async (code, times, expected, reason) => {
  const { sandbox, started, launchOnce } = start(
    times === 'always' ? `exit ${code}` : `[ -e "$0.done" ] || { : > "$0.done"; exit ${code}; }`,
  )
  await launchOnce()
  expect([started, sandbox.isolation.reason]).toEqual([expected, reason])
})

test.runIf(process.platform === 'linux').each([
  ['Seccomp:\t0\nSeccomp_filters:\t0', 'Seccomp:\t2\nSeccomp_filters:\t2', 'seccomp', undefined],
  ['Seccomp:\t2\nSeccomp_filters:\t1', 'Seccomp:\t2\nSeccomp_filters:\t3', 'seccomp', undefined],
  ['Seccomp:\t0', 'Seccomp:\t2', 'seccomp', undefined],
  ['Seccomp_filters:\t0', 'NSpid:\t11\t3\nSeccomp_filters:\t2', 'namespaces', undefined],
  ['Seccomp:\t2\nSeccomp_filters:\t1', 'Seccomp:\t2\nSeccomp_filters:\t1', 'none', 'not in force'],
  ['Seccomp_filters:\t0', 'NSpid:\t11\t3\nSeccomp_filters:\t0', 'none', 'not in force'],
  ['', '', 'none', 'not in force'],
])('filters of Node %j and of a renderer %j are %s', async (own, renderer, expected, reason) => {
  const { sandbox, said, started, launchOnce, procDir } = start('exit 0')
  writeProcesses(procDir, own, renderer)
  await launchOnce()
  sandbox.prove(10)
  await launchOnce()
  sandbox.prove(10)
  // What does not harm stays.
  expect(started).toEqual([true, true])
  expect(sandbox.isolation).toMatchObject({ sandbox: expected })
  expect(sandbox.isolation.reason).toBe(reason)
  expect(said).toHaveLength(reason === undefined ? 0 : 2)
})

test('a process that cannot be hidden from its user says so once', () => {
  const { uid } = statSync('/proc/self/environ', { throwIfNoEntry: false }) ?? {}
  vi.mocked(process.getuid as () => number).mockReturnValue(uid ?? 4242)
  const said: object[] = []
  const sandbox = new Sandbox({
    temporaryDir: join(temporaryFolder(), 'missing'),
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
    const dir = temporaryFolder()
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
