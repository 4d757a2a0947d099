import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixturesDir, invokeJson, isAlive, readPids, startLambda, temporaryFolder, until } from './support.ts'

const folder = temporaryFolder()
const slow = { name: 'slow', file: 'buffered.ts', exportName: 'slow', timeoutMs: 20_000 }
const echo = { name: 'echo', file: 'buffered.ts', exportName: 'echo' }

test('an event that reaches a process as it is killed runs in another one, once', async () => {
  const lambda = startLambda([{ ...echo, concurrency: 3 }])
  for (const idle of [1, 3]) {
    const calls = Array.from({ length: idle }, () => invokeJson(lambda, 'echo'))
    const pids = new Set<number>((await Promise.all(calls)).map(({ pid }) => pid))
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    const again = await invokeJson(lambda, 'echo')
    expect(again).toMatchObject({ calls: 1 })
    expect(pids).not.toContain(again.pid)
  }
})

test('an event that a process has begun to handle does not run again when the process is killed, which the host reports', async () => {
  const lost: unknown[] = []
  const lambda = startLambda([{ ...slow, concurrency: 1 }], { onLost: ({ event }) => lost.push(event) })
  const startFile = join(folder, 'begun')
  const running = lambda.invoke('slow', { ms: 1_000, startFile })
  running.catch(() => {})
  const [pid = 0] = await readPids(startFile, 1)
  rmSync(startFile)
  process.kill(pid, 'SIGKILL')
  await expect(running).rejects.toThrow('signal: SIGKILL')
  expect(existsSync(startFile)).toBe(false)
  expect(lost).toEqual([{ ms: 1_000, startFile }])
})

test('functions of a group share a process, in which each has its own variables, timeout and faults', async () => {
  const group = { group: 'one', concurrency: 1, file: 'buffered.ts' }
  const lambda = startLambda([
    { ...group, name: 'first', exportName: 'context' },
    { ...group, name: 'second', exportName: 'context', timeoutMs: 9_000, environment: { OWN: 'é' } },
    { ...group, name: 'missing', exportName: 'missing' },
  ])
  const first = await invokeJson(lambda, 'first')
  expect(await invokeJson(lambda, 'missing').catch(({ message }) => message)).toContain('is undefined')
  const second = await invokeJson(lambda, 'second')
  expect([first, second]).toMatchObject([{ name: 'first' }, { name: 'second', own: 'é', pid: first.pid }])
  expect(second.leftMs).toBeGreaterThan(3_000)
})

const shared = { group: 'one', concurrency: 1, file: 'buffered.ts' }

test.each([
  ['before it came', true],
  ['before their process has started', false],
])('a caller gets a further process if messages of queues use all: %s', async (name, isBegun) => {
  const lambda = startLambda([
    { ...shared, name: 'worker', exportName: 'slow', timeoutMs: 60_000 },
    { ...shared, name: 'api', exportName: 'echo' },
  ])
  const startFile = join(folder, name)
  void lambda.invoke('worker', { ms: 60_000, startFile }, { traceHeaders: [] }).catch(() => {})
  const started = readPids(startFile, 1)
  if (isBegun) await started
  const { pid } = await invokeJson(lambda, 'api')
  expect([pid]).not.toEqual(await started)
})

test('an event waits on if a further process dies as it starts, because another one runs', async () => {
  let starts = 0
  const lambda = startLambda([{ ...slow, concurrency: 2 }], {
    spawnProcess(command, parameters, options) {
      starts += 1
      return spawn(command, starts === 2 ? ['--eval', 'process.exit(1)'] : parameters, options)
    },
  })
  const startFile = join(folder, 'first')
  lambda.invoke('slow', { ms: 60_000, startFile }).catch(() => {})
  await readPids(startFile, 1)
  await expect(invokeJson(lambda, 'slow', { ms: 0 })).resolves.toBeNull()
  expect(starts).toBe(3)
})

test('a caller gets a further process if readers that have stopped use all', async () => {
  const lambda = startLambda([
    { ...shared, name: 'large', file: 'streaming.ts', exportName: 'large', timeoutMs: 60_000 },
    { ...shared, name: 'api', exportName: 'echo' },
  ])
  const unread = await lambda.invoke('large', {})
  expect(unread.kind).toBe('stream')
  expect(await invokeJson(lambda, 'api')).toMatchObject({ calls: 1 })
})

test('an environment without work is stopped, and the next event gets a new one', async () => {
  const lambda = startLambda([echo], { idleMs: 50 })
  const { pid } = await invokeJson(lambda, 'echo')
  await until(() => !isAlive(pid))
  expect((await invokeJson(lambda, 'echo')).pid).not.toBe(pid)
})

test('a function that runs when the host begins to stop has no time left', async () => {
  const lambda = startLambda([{ name: 'worker', file: 'buffered.ts', exportName: 'untilNoTime' }])
  const startFile = join(folder, 'worker')
  const running = invokeJson(lambda, 'worker', { startFile })
  await readPids(startFile, 1)
  lambda.drain()
  expect(await running).toBe('no time left')
})

test('closing lets a function clean up on SIGTERM', async () => {
  const lambda = startLambda([{ name: 'polite', file: 'misbehaving.ts', exportName: 'polite' }])
  const file = join(folder, 'goodbye')
  const pid = await invokeJson(lambda, 'polite', { file })
  await lambda.close()
  expect(readFileSync(file, 'utf8')).toBe('goodbye')
  expect(isAlive(pid)).toBe(false)
})

test('closing kills a function that ignores SIGTERM, after the grace period', async () => {
  const lambda = startLambda([{ name: 'stubborn', file: 'misbehaving.ts', exportName: 'stubborn' }], {
    shutdownMs: 200,
  })
  const pid = await invokeJson(lambda, 'stubborn')
  await lambda.close()
  expect(isAlive(pid)).toBe(false)
})

test('closing ends every process that a function started', async () => {
  const lambda = startLambda([{ name: 'parent', file: 'misbehaving.ts', exportName: 'parent' }])
  const pidFile = join(folder, 'closed')
  await lambda.invoke('parent', { pidFile, ms: 0 })
  const pids = await readPids(pidFile, 3)
  await lambda.close()
  await until(() => !pids.some(isAlive))
})

test('closing rejects waiting and new events', async () => {
  const lambda = startLambda([{ ...slow, concurrency: 1 }])
  const calls = Promise.allSettled([lambda.invoke('slow', {}), lambda.invoke('slow', {})])
  await lambda.close()
  for (const outcome of await calls) expect(outcome).toMatchObject({ status: 'rejected' })
  await expect(lambda.invoke('slow', {})).rejects.toMatchObject({ name: 'LambdaClosedError' })
})

test.each([
  ['is idle', 'parent', 3],
  ['is in a busy loop', 'spin', 1],
])('when the host is killed while a function %s, nothing survives', async (state, name, count) => {
  const pidFile = join(folder, state)
  const host = spawn(process.execPath, [join(fixturesDir, 'host.ts'), name, pidFile, '0'])
  const pids = await readPids(pidFile, count)
  if (state === 'is idle') await once(host.stdout, 'data')
  host.kill('SIGKILL')
  await until(() => !pids.some(isAlive))
})
