import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, vi } from 'vitest'
import { createLambda, type Lambda, type LambdaOptions } from '../../../local/lambda/create-lambda.ts'
import type { FaultResponder } from '../../../local/lambda/gateway/gateway-error.ts'

export const fixturesDir = fileURLToPath(new URL('../../fixtures/lambda', import.meta.url))

/** Responds to a gateway fault with its name. */
export const nameFault: FaultResponder = (fault, requestId) => ({
  status: 500,
  body: { fault },
  headers: { 'x-own-id': requestId },
})

/** Starts a Lambda host with the sample functions. It is closed after the file's tests. */
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

/** Invokes a function that does not stream, and returns its parsed result. */
export const invokeJson = async (lambda: Lambda, functionName: string, event: unknown = {}) => {
  const result = await lambda.invoke(functionName, event)
  if (result.kind !== 'buffered') throw new Error('The function streamed its response.')
  return JSON.parse(result.payload.toString())
}

/** Creates a folder that is removed after the file's tests. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lambda-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns false for a zombie as well, because nothing of it runs. */
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
  await vi.waitUntil(condition, { timeout: timeoutMs, interval: 10 })
}

/** Returns the process ids in a file as soon as it contains `count` of them. */
export const readPids = async (file: string, count: number): Promise<number[]> => {
  const read = () =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : []
  await until(() => read().length === count)
  return read()
}
