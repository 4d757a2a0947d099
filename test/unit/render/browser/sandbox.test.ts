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

type Started = Parameters<Sandbox['examine']>[0]

/** A sandbox whose probe runs a shell script, and what it starts and says. */
const start = (
  script: string,
  {
    chromiumFlags = [] as string[],
    launch = async (_isSandboxed: boolean): Promise<{ lastOutput?: () => string } | undefined> => undefined,
    sandboxRequired = false,
  } = {},
) => {
  const dir = temporaryFolder()
  const procDir = temporaryFolder()
  const preload = join(dir, 'probe')
  writeFileSync(preload, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const said: object[] = []
  const started: boolean[] = []
  const say = (fields: object, message: string) => void said.push({ ...fields, message })
  const sandbox = new Sandbox({
    temporaryDir: dir,
    log: { ...silentLogger, warn: say, error: say },
    chromiumFlags,
    procDir,
    sandboxRequired,
    onUnprotected: (kind) => void said.push({ kind }),
  })
  const launchOnce = () =>
    sandbox.launch({ executable: '', cacheDir: '', preload }, async (isSandboxed): Promise<Started> => {
      started.push(isSandboxed)
      return { processId: 10, lastOutput: () => '', ...(await launch(isSandboxed)) }
    })
  const isolate = async () => sandbox.examine(await launchOnce())
  return { sandbox, said, started, launchOnce, isolate, procDir }
}

const noUsable =
  '[1:1:1128/101010.123456:FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:132] No usable sandbox! See https://chromium.googlesource.com/'
const notEntered =
  'Failed to move to new namespace: PID namespaces supported, Network namespace supported, but failed: errno = Operation not permitted'

test.each([
  ['the number of an error', 'exit 13', 'EACCES'],
  ['a signal', 'kill -SYS $$', 'SIGSYS'],
])(
  'where the probe ends with %s, each browser starts without a sandbox and says so',
  async (_, script, reason) => {
    const { said, started, isolate } = start(script)
    const expected = { sandbox: 'none', reason, nodeHidden: true }
    expect([await isolate(), await isolate()]).toEqual([expected, expected])
    expect(started).toEqual([false, false])
    const report = [{ kind: 'browser' }, { reason, cause: undefined, message: 'browser not sandboxed' }]
    expect(said).toEqual([...report, ...report])
  },
)

test('Chromium has no sandbox for root, and none if its flags switch it off', async () => {
  const flagged = start('exit 0', { chromiumFlags: ['--no-sandbox'] })
  expect(await flagged.isolate()).toMatchObject({ sandbox: 'none', reason: '--no-sandbox' })
  const { started, isolate } = start('exit 0')
  isRoot = true
  expect(await isolate()).toMatchObject({ sandbox: 'none', reason: 'root' })
  expect([flagged.started, started]).toEqual([[false], [false]])
})

test.each([noUsable, notEntered])(
  'a launch that Chromium refuses is repeated without a sandbox, and the next one has it again: %s',
  async (output) => {
    let isRefused = true
    const launch = async (isSandboxed: boolean) => {
      if (isSandboxed && isRefused) throw new Error(`The browser did not start. a\n${output}\nb`)
      return undefined
    }
    const { said, started, isolate, procDir } = start('exit 0', { launch })
    writeProcesses(procDir, 'Seccomp_filters:\t0', 'Seccomp_filters:\t2')
    expect(await isolate()).toEqual({ sandbox: 'none', reason: 'refused by Chromium', nodeHidden: true })
    expect(said).toMatchObject([{ kind: 'browser' }, { cause: output }])
    isRefused = false
    expect(await isolate()).toEqual({ sandbox: 'seccomp', nodeHidden: true })
    expect(started).toEqual([true, false, true])
  },
)

test('a browser in which no page opens switches the sandbox off for the next one only if Chromium says why', async () => {
  let output = ''
  const { started, launchOnce } = start('exit 0', { launch: async () => ({ lastOutput: () => output }) })
  await launchOnce()
  await launchOnce()
  output = noUsable
  await launchOnce()
  await launchOnce()
  expect(started).toEqual([true, true, false, true])
})

test.each([
  'The browser did not start. not done after 15000 ms',
  'The browser did not start. The browser ended.',
])('a launch that fails is an error and no reason to start without a sandbox: %s', async (message) => {
  let isBroken = true
  const launch = async () => {
    if (isBroken) throw new Error(message)
    return undefined
  }
  const { said, started, isolate, procDir } = start('exit 0', { launch })
  writeProcesses(procDir, 'Seccomp_filters:\t0', 'Seccomp_filters:\t2')
  await expect(isolate()).rejects.toThrow(message)
  await expect(isolate()).rejects.toThrow(message)
  isBroken = false
  expect(await isolate()).toEqual({ sandbox: 'seccomp', nodeHidden: true })
  expect([started, said]).toEqual([[true, true, true], []])
})

test('once a page was open in a sandboxed browser, nothing starts one without', async () => {
  let isBroken = false
  const launch = async () => {
    if (isBroken) throw new Error(noUsable)
    return undefined
  }
  const { said, started, isolate, procDir } = start('exit 0', { launch })
  writeProcesses(procDir, 'Seccomp_filters:\t1', 'Seccomp_filters:\t2')
  expect(await isolate()).toEqual({ sandbox: 'seccomp', nodeHidden: true })
  isBroken = true
  await expect(isolate()).rejects.toThrow('No usable sandbox')
  expect([started, said]).toEqual([[true, true], []])
})

test.each([
  ['exit 11', [true], undefined],
  ['exit 12', [true], undefined],
  ['kill -KILL $$', [true], undefined],
  ['exit 13', [false], 'EACCES'],
])('a probe that ends with %s', async (script, expected, reason) => {
  const { started, isolate, procDir } = start(script)
  writeProcesses(procDir, 'Seccomp_filters:\t0', 'Seccomp_filters:\t2')
  expect([(await isolate()).reason, started]).toEqual([reason, expected])
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
  const chromium = await launchOnce()
  const isolation = sandbox.examine(chromium)
  expect(sandbox.examine(chromium)).toBe(isolation)
  await launchOnce()
  // What does not harm stays.
  expect(started).toEqual([true, true])
  expect(isolation).toEqual({ sandbox: expected, reason, nodeHidden: true })
  expect(said).toHaveLength(reason === undefined ? 0 : 2)
})

test.runIf(process.platform === 'linux').each([
  ['the ground refuses it', 'exit 13', 'EACCES', false],
  ['Chromium does', 'exit 0', 'refused by Chromium', true],
  ['it is not in force', 'exit 0', 'not in force', false],
])('a sandbox that is required: no browser renders without, if %s', async (_, script, reason, isRefused) => {
  const launch = async () => {
    if (isRefused) throw new Error(noUsable)
    return undefined
  }
  const { said, started, isolate } = start(script, { launch, sandboxRequired: true })
  await expect(isolate()).rejects.toThrow(`The browser has no sandbox (${reason}), and SANDBOX is required.`)
  expect(started).not.toContain(false)
  expect(said).toMatchObject([{ reason, message: 'browser refused, because it has no sandbox' }])
})

test('a process that cannot be hidden from its user says so once', () => {
  const { uid } = statSync('/proc/self/environ', { throwIfNoEntry: false }) ?? {}
  vi.mocked(process.getuid as () => number).mockReturnValue(uid ?? 4242)
  const said: object[] = []
  new Sandbox({
    temporaryDir: join(temporaryFolder(), 'missing'),
    log: { ...silentLogger, warn: (fields, message) => void said.push({ ...fields, message }) },
    onUnprotected: (kind) => void said.push({ kind }),
  })
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
