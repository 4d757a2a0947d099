import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { invokeJson, isAlive, readPids, startLambda, temporaryFolder, until } from './support.ts'

const folder = temporaryFolder()
const misbehaving = { file: 'misbehaving.ts', timeoutMs: 10_000, memoryMb: 256 }

const lambda = startLambda(
  [
    { name: 'echo', file: 'buffered.ts', exportName: 'echo', environment: { MINE: 'only echo' } },
    { name: 'throwing', file: 'buffered.ts', exportName: 'throwing' },
    { name: 'slow', file: 'buffered.ts', exportName: 'slow', timeoutMs: 500 },
    { name: 'spin', ...misbehaving, exportName: 'spin', timeoutMs: 500 },
    { name: 'parent', ...misbehaving, exportName: 'parent', timeoutMs: 500 },
    { name: 'parentCrashing', ...misbehaving, exportName: 'parent' },
    { name: 'exit', ...misbehaving, exportName: 'exit' },
    { name: 'outOfMemory', ...misbehaving, exportName: 'outOfMemory' },
    { name: 'flaky', ...misbehaving, exportName: 'flaky', concurrency: 2 },
    { name: 'noSuchExport', ...misbehaving, exportName: 'noSuchExport' },
    { name: 'brokenModule', file: 'broken-module.ts' },
  ],
  { environment: { SHARED: 'by all' } },
)

test('a function sees the variables of Lambda and its own, and nothing of the host', async () => {
  process.env['SECRET_OF_THE_HOST'] = 'must not leak'
  const { environment } = await invokeJson(lambda, 'echo')
  expect(environment).toMatchObject({
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_NAME: 'echo',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    LAMBDA_TASK_ROOT: expect.stringContaining('fixtures'),
    _HANDLER: 'buffered.ts.echo',
    MINE: 'only echo',
    SHARED: 'by all',
  })
  const inherited = Object.keys(environment).filter((name) => !/^(AWS_|LAMBDA_|_)/.test(name))
  expect(inherited.filter((name) => !['PATH', 'HOME', 'TMPDIR'].includes(name)).sort()).toEqual([
    'LANG',
    'MINE',
    'SHARED',
    'TZ',
  ])
})

test('an environment is reused, one event at a time', async () => {
  const first = await invokeJson(lambda, 'echo')
  const second = await invokeJson(lambda, 'echo')
  expect(second.pid).toBe(first.pid)
  expect(second.calls).toBe(first.calls + 1)
})

test('an error that a function throws is reported with its type', async () => {
  await expect(lambda.invoke('throwing', {})).rejects.toMatchObject({ name: 'TypeError', message: 'kaput' })
})

test('a function that does not exist is named', async () => {
  await expect(lambda.invoke('nobody', {})).rejects.toThrow('Function not found: nobody')
})

test('a timeout stops the work', async () => {
  const file = join(folder, 'late')
  await expect(lambda.invoke('slow', { ms: 900, file })).rejects.toThrow(/Task timed out after 0.50 seconds/)
  // Only a new environment can run the next call, which takes longer than the rest of the first.
  await expect(lambda.invoke('slow', { ms: 1_000 })).rejects.toThrow(/timed out/)
  expect(existsSync(file)).toBe(false)
})

test('a busy loop is killed at its timeout, and the next event gets a new environment', async () => {
  const pidFile = join(folder, 'spin')
  await expect(lambda.invoke('spin', { pidFile })).rejects.toThrow(/timed out/)
  const [first = 0] = await readPids(pidFile, 1)
  await until(() => !isAlive(first))
  await expect(lambda.invoke('spin', { pidFile })).rejects.toThrow(/timed out/)
  expect(readFileSync(pidFile, 'utf8')).not.toBe(`${first}\n`)
})

test('a timeout kills the processes that the function started, in any process group', async () => {
  const pidFile = join(folder, 'timeout')
  await expect(lambda.invoke('parent', { pidFile })).rejects.toThrow(/timed out/)
  const pids = await readPids(pidFile, 3)
  await until(() => !pids.some(isAlive))
})

test.each(['exit', 'outOfMemory'])(
  'a process that ends by itself (%s) is an exit error of that call only',
  async (name) => {
    await expect(lambda.invoke(name, {})).rejects.toMatchObject({ name: 'Runtime.ExitError' })
    await expect(invokeJson(lambda, 'echo')).resolves.toMatchObject({ calls: expect.any(Number) })
  },
)

test('a process that ends by itself ends the processes that it started', async () => {
  const pidFile = join(folder, 'crashed')
  await expect(lambda.invoke('parentCrashing', { pidFile, crash: true })).rejects.toMatchObject({
    name: 'Runtime.ExitError',
  })
  const pids = await readPids(pidFile, 3)
  await until(() => !pids.some(isAlive))
})

test('each of 16 calls returns while every fourth crashes its environment', async () => {
  const calls = Array.from({ length: 16 }, (_, index) =>
    invokeJson(lambda, 'flaky', { die: index % 4 === 3 }),
  )
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(12)
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.name] : []))
  expect(errors).toEqual(Array(4).fill('Runtime.ExitError'))
})

test.each([
  [
    'noSuchExport',
    { name: 'Runtime.HandlerNotFound', message: 'misbehaving.ts.noSuchExport is undefined or not exported' },
  ],
  ['brokenModule', { name: 'RangeError', message: 'The module does not load.' }],
])('an environment that cannot start fails its event: %s', async (name, error) => {
  await expect(lambda.invoke(name, {})).rejects.toMatchObject(error)
})

test('an environment that takes too long to start fails its event', async () => {
  const impatient = startLambda([{ name: 'endless', file: 'endless-module.ts' }], { initTimeoutMs: 500 })
  await expect(impatient.invoke('endless', {})).rejects.toThrow('Init timed out after 0.50 seconds')
})
