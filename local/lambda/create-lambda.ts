import { type FunctionDefinition, resolveFunction } from './function-definition.ts'
import type { LogLine } from './host/execution-environment.ts'
import { FunctionPool } from './host/function-pool.ts'
import type { InvocationResult } from './host/invocation.ts'
import type { Listen } from './host/runtime-api.ts'

export interface LambdaOptions {
  functions: readonly FunctionDefinition[]
  /** Folder that function files are relative to, absolute; also the functions' working directory. */
  root: string
  /** Variables that every function receives in addition to those that Lambda sets. */
  environment: Readonly<Record<string, string>>
  region: string
  log: LogLine
  /** Where the Runtime APIs listen; any free port unless given. */
  listen?: Listen
  /** From the start of the process to its first request for an event. 60,000 unless given: AWS allows 10,000, but a laptop under load is slower. */
  initTimeoutMs?: number
  /** 300,000 unless given. */
  idleMs?: number
  /** 1,500 unless given. */
  shutdownMs?: number
}

export interface Lambda extends AsyncDisposable {
  /**
   * Throws FunctionError if the function fails, InvocationCancelledError if `signal` was aborted before an environment took the
   * event (after that the function runs on, as on AWS), LambdaClosedError after `close`.
   */
  invoke(functionName: string, event: unknown, options?: { signal?: AbortSignal }): Promise<InvocationResult>
  /** Running functions get SIGTERM and `shutdownMs` to end; nothing they started stays behind. */
  close(): Promise<void>
}

/** A Lambda service on this machine: one process per execution environment, each with a Runtime API on loopback. */
export const createLambda = (options: LambdaOptions): Lambda => {
  const settings = { initTimeoutMs: 60_000, idleMs: 300_000, shutdownMs: 1_500, ...options }
  const pools = new Map(
    options.functions.map((definition) => [
      definition.name,
      new FunctionPool(resolveFunction(definition, options.region), settings),
    ]),
  )
  const close = async () => {
    await Promise.all([...pools.values()].map((pool) => pool.close()))
  }
  return {
    async invoke(functionName, event, { signal } = {}) {
      const pool = pools.get(functionName)
      if (!pool) throw new Error(`Function not found: ${functionName}`)
      return pool.invoke(event, signal)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
