import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { createLambda, type Lambda, type LambdaOptions } from '../../../local/lambda/create-lambda.ts'

export const fixturesDir = fileURLToPath(new URL('../../fixtures/lambda', import.meta.url))

/** A Lambda host over the sample functions that is closed after the file's tests. */
export const startLambda = (
  functions: LambdaOptions['functions'],
  options: Partial<LambdaOptions> = {},
): Lambda => {
  const lambda = createLambda({
    root: fixturesDir,
    region: 'us-east-1',
    environment: {},
    log: () => {},
    functions,
    ...options,
  })
  afterAll(() => lambda.close())
  return lambda
}

/** The buffered answer of a function, parsed. */
export const invokeJson = async (lambda: Lambda, functionName: string, event: unknown = {}) => {
  const result = await lambda.invoke(functionName, event)
  if (result.kind !== 'buffered') throw new Error('The function streamed its answer.')
  return JSON.parse(result.payload.toString())
}

/** A new folder that is removed after the file's tests. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lambda-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A zombie counts as gone: nothing of it runs. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
  } catch {
    return false
  }
}

/** Rejects if the condition does not come true in time. */
export const until = async (condition: () => boolean, timeoutMs = 10_000): Promise<void> => {
  const endMs = performance.now() + timeoutMs
  while (!condition()) {
    if (performance.now() > endMs) throw new Error(`Not within ${timeoutMs} ms: ${condition}`)
    await wait(10)
  }
}

/** The process ids in a file, once `count` of them are there. */
export const readPids = async (file: string, count: number): Promise<number[]> => {
  const read = () =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : []
  await until(() => read().length === count)
  return read()
}
