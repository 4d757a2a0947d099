import type { ResolvedFunction } from '../function-definition.ts'
import { InvocationCanceledError, LambdaClosedError } from '../function-error.ts'
import { type EnvironmentEvents, ExecutionEnvironment, type HostSettings } from './execution-environment.ts'
import { Invocation, type InvocationResult, type StreamRate } from './invocation.ts'
import { continueTrace } from './trace-header.ts'

export interface InvokeOptions {
  signal?: AbortSignal
  /** `AWSTraceHeader` of the messages in the event. They tell how often their chain has invoked the function. */
  traceHeaders?: readonly string[]
}

interface PoolSettings extends HostSettings {
  /** Environments that are idle for this time are stopped. */
  idleMs: number
  streamRate?: StreamRate | undefined
}

/**
 * How long an event waits for an environment that is in use before another process is started, which takes longer. After its response,
 * an environment prepares itself for the next event for at most 300 ms. Lambda does not wait.
 */
const growthDelayMs = 300

/**
 * Environments that only send a response, as slowly as its reader wants, do not count up to this many times the concurrency. Readers who stop
 * would otherwise block all callers.
 */
const sendingShare = 5

/** The execution environments of one function, or of a group, and the waiting events. */
export class FunctionPool {
  readonly #definition: ResolvedFunction
  readonly #settings: PoolSettings
  readonly #environments = new Set<ExecutionEnvironment>()
  /** Each environment with its idle timer. The most recently used one is last and is reused first, so unneeded ones expire. */
  readonly #idle = new Map<ExecutionEnvironment, NodeJS.Timeout>()
  readonly #queue: Invocation[] = []
  #closed = false

  constructor(definition: ResolvedFunction, settings: PoolSettings) {
    this.#definition = definition
    this.#settings = settings
  }

  /** Runs events of the functions in order. Aborting `signal` removes the event unless it has started. */
  async invoke(
    definition: ResolvedFunction,
    event: unknown,
    { signal, traceHeaders }: InvokeOptions = {},
  ): Promise<InvocationResult> {
    if (this.#closed) throw new LambdaClosedError('The Lambda host is closed.')
    if (signal?.aborted)
      throw new InvocationCanceledError('The caller disconnected before the function started.')
    const traceHeader = continueTrace(definition, traceHeaders)
    const isFromQueue = traceHeaders !== undefined
    const invocation = new Invocation(
      definition,
      { event, traceHeader, isFromQueue },
      this.#settings.streamRate,
    )
    this.#start(invocation)
    const cancel = () => this.#cancel(invocation)
    signal?.addEventListener('abort', cancel)
    try {
      const result = await invocation.result
      if (result.kind === 'stream') this.#growSoon()
      return result
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  get state() {
    const idle = this.#idle.size
    return { idle, busy: this.#environments.size - idle, waiting: this.#queue.length }
  }

  drain(): void {
    for (const environment of this.#environments) environment.drain()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const invocation of this.#queue.splice(0)) {
      invocation.fail(new LambdaClosedError('The Lambda host was closed before the function started.'))
    }
    await Promise.all([...this.#environments].map((environment) => environment.stop()))
  }

  #start(invocation: Invocation): void {
    const environment = this.#takeIdle()
    if (environment) {
      environment.run(invocation)
      return
    }
    this.#queue.push(invocation)
    if (this.#environments.size === 0) this.#growIfNeeded()
    else this.#growSoon()
  }

  #takeIdle(): ExecutionEnvironment | undefined {
    for (const [environment, timer] of [...this.#idle].reverse()) {
      this.#idle.delete(environment)
      clearTimeout(timer)
      if (environment.ready) return environment
    }
    return undefined
  }

  #growSoon(): void {
    if (this.#queue.length > 0) setTimeout(() => this.#growIfNeeded(), growthDelayMs)
  }

  #growIfNeeded(): void {
    if (this.#closed || this.#queue.length === 0 || this.#environments.size >= this.#sizeMax) return
    const environment = new ExecutionEnvironment(this.#definition, this.#settings, {
      onIdle: (idle) => this.#onIdle(idle),
      onExit: (gone, end) => this.#onExit(gone, end),
    })
    this.#environments.add(environment)
    environment.start()
  }

  /** Messages of queues have time. If they use all environments, callers get a further one. */
  get #sizeMax(): number {
    const { concurrency } = this.#definition
    const working = [...this.#environments].filter(({ invocation }) => !invocation?.isSending)
    const hasOnlyMessages =
      working.length >= concurrency && working.every(({ invocation }) => invocation?.isFromQueue)
    const isCalled = this.#queue.some(({ isFromQueue }) => !isFromQueue)
    const sending = this.#environments.size - working.length
    return concurrency + Math.min(sending, sendingShare * concurrency) + (isCalled && hasOnlyMessages ? 1 : 0)
  }

  #onIdle(environment: ExecutionEnvironment): void {
    const invocation = this.#queue.shift()
    if (invocation) {
      environment.run(invocation)
      // It may have been the last one that could have taken the event of a caller.
      this.#growSoon()
      return
    }
    // The further one of callers is kept.
    if (this.#environments.size > this.#sizeMax + 1) {
      this.#stop(environment)
      return
    }
    const timer = setTimeout(() => {
      this.#idle.delete(environment)
      this.#stop(environment)
    }, this.#settings.idleMs)
    timer.unref()
    this.#idle.set(environment, timer)
  }

  #stop(environment: ExecutionEnvironment): void {
    environment.stop().catch((error) => this.#settings.log(this.#definition.name, String(error)))
  }

  #onExit(
    environment: ExecutionEnvironment,
    { initError, untaken }: Parameters<EnvironmentEvents['onExit']>[1],
  ): void {
    clearTimeout(this.#idle.get(environment))
    this.#idle.delete(environment)
    if (!this.#environments.delete(environment)) return
    if (untaken) this.#startAgain(untaken)
    if (initError && [...this.#environments].some(({ invocation }) => invocation)) {
      // Those that run take the next event, unless another start succeeds before.
      this.#growSoon()
      return
    }
    // As on AWS, an environment that fails to start fails one event.
    if (initError) this.#queue.shift()?.fail(initError)
    if (this.#queue.length > 0) this.#growIfNeeded()
  }

  /** Its process was killed while it was idle. Others may have been killed with it, and are not noticed yet. */
  #startAgain(invocation: Invocation): void {
    if (this.#closed)
      invocation.fail(new LambdaClosedError('The Lambda host was closed before the function started.'))
    else this.#start(invocation)
  }

  #cancel(invocation: Invocation): void {
    const position = this.#queue.indexOf(invocation)
    if (position < 0) return
    this.#queue.splice(position, 1)
    invocation.fail(new InvocationCanceledError('The caller disconnected before the function started.'))
  }
}
