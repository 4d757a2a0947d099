import { fileURLToPath } from 'node:url'
import { type FunctionDefinition, type ResolvedFunction, resolveFunction } from './function-definition.ts'
import type { LogLine, LostInvocation, SpawnProcess } from './host/execution-environment.ts'
import { FunctionPool, type InvokeOptions } from './host/function-pool.ts'
import type { InvocationResult, StreamRate } from './host/invocation.ts'
import type { Listen } from './host/runtime-api.ts'

export interface LambdaOptions {
  functions: readonly FunctionDefinition[]
  /** The absolute folder of the functions' files, which is also their working directory. */
  root: string
  /** The absolute path of `runtime.ts`, or of its bundle next to the bundle of `runtime/lifeline.ts`. Default: `runtime.ts`. */
  runtimeFile?: string
  /** Variables that every function receives in addition to those that Lambda sets. */
  environment: Readonly<Record<string, string>>
  region: string
  log: LogLine
  /** Selects the port of a Runtime API. Default: any free port. */
  listen?: Listen
  /** Starts the processes, for example in a sandbox. Default: `spawn` of Node. */
  spawnProcess?: SpawnProcess
  /** Stops all processes of an environment between its events, as Lambda does. Default: they continue. */
  freezes?: boolean
  /** From the start of the process to its first request for an event. Default: 60,000. AWS allows 10,000, but a busy laptop is slower. */
  initTimeoutMs?: number
  /** Default: 300,000. */
  idleMs?: number
  /** Default: 1,500. */
  shutdownMs?: number
  /** Default: unlimited. */
  streamRate?: StreamRate
  /** Called with each event whose function died while it handled it. */
  onLost?: (invocation: LostInvocation) => void
}

/** What a function, or a group of functions, does at this moment. */
export interface FunctionState {
  functionName: string
  /** Processes that handle an event, or are starting. */
  busy: number
  idle: number
  /** Events that wait for a process. */
  waiting: number
}

export interface Lambda extends AsyncDisposable {
  states(): FunctionState[]
  /**
   * Throws FunctionError if the function fails, InvocationCanceledError if `signal` is aborted before the function starts (a running
   * function continues, as on AWS), and LambdaClosedError after `close`.
   */
  invoke(functionName: string, event: unknown, options?: InvokeOptions): Promise<InvocationResult>
  /** Tells running functions that no time is left for what they have not begun. */
  drain(): void
  /** Sends SIGTERM to running functions, waits `shutdownMs`, and kills them with all processes that they started. */
  close(): Promise<void>
}

const runtimeSource = fileURLToPath(new URL('./runtime.ts', import.meta.url))

/** Creates a Lambda service on this machine: one process for each execution environment, with its own Runtime API on loopback. */
export const createLambda = (options: LambdaOptions): Lambda => {
  const settings = {
    runtimeFile: runtimeSource,
    initTimeoutMs: 60_000,
    idleMs: 300_000,
    shutdownMs: 1_500,
    ...options,
  }
  const functions = new Map<string, ResolvedFunction>()
  const pools = new Map<string, FunctionPool>()
  for (const definition of options.functions) {
    const resolved = resolveFunction(definition, options.region)
    functions.set(resolved.name, resolved)
    if (!pools.has(resolved.group)) pools.set(resolved.group, new FunctionPool(resolved, settings))
  }
  const close = async () => {
    await Promise.all([...pools.values()].map((pool) => pool.close()))
  }
  return {
    async invoke(functionName, event, options) {
      const definition = functions.get(functionName)
      const pool = definition && pools.get(definition.group)
      if (!pool) throw new Error(`Function not found: ${functionName}`)
      return pool.invoke(definition, event, options)
    },
    states: () => [...pools].map(([functionName, pool]) => ({ functionName, ...pool.state })),
    drain() {
      for (const pool of pools.values()) pool.drain()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
