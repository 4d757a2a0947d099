import { type ChildProcess, spawn } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { ResolvedFunction } from '../function-definition.ts'
import { initTimedOut, LambdaClosedError, runtimeExited, taskTimedOut } from '../function-error.ts'
import { descendantsOf, killAll } from '../process-tree.ts'
import { environmentVariables } from './environment-variables.ts'
import type { Invocation } from './invocation.ts'
import { type Listen, type RuntimeApi, sendInvocation, startRuntimeApi } from './runtime-api.ts'

/** One line that a function wrote to its standard output or error. */
export type LogLine = (functionName: string, line: string) => void

export interface HostSettings {
  region: string
  root: string
  environment: Readonly<Record<string, string>>
  initTimeoutMs: number
  /** How long a function may take over its SIGTERM before it is killed. */
  shutdownMs: number
  log: LogLine
  /** Where the Runtime API listens; any free port unless given. */
  listen?: Listen | undefined
}

export interface EnvironmentEvents {
  /** Initialised, or done with its last event, and asking for the next. */
  onIdle(environment: ExecutionEnvironment): void
  /** The process is gone. `initError` is set if it never got as far as asking for an event. */
  onExit(environment: ExecutionEnvironment, initError: Error | undefined): void
}

const runtimeFile = fileURLToPath(new URL('../runtime.ts', import.meta.url))

/** One process, one event at a time, in a process group of its own. */
export class ExecutionEnvironment {
  readonly #definition: ResolvedFunction
  readonly #settings: HostSettings
  readonly #events: EnvironmentEvents
  readonly #exited = Promise.withResolvers<void>()
  #api: RuntimeApi | undefined
  #child: ChildProcess | undefined
  #initTimer: NodeJS.Timeout | undefined
  #initialised = false
  #dead = false
  /** Why the process is about to end, where that is known better than from its exit status. */
  #cause: Error | undefined
  #waiting: ServerResponse | undefined
  #invocation: Invocation | undefined

  constructor(definition: ResolvedFunction, settings: HostSettings, events: EnvironmentEvents) {
    this.#definition = definition
    this.#settings = settings
    this.#events = events
  }

  /** Waiting for an event. */
  get ready(): boolean {
    return !this.#dead && this.#waiting !== undefined
  }

  start(): void {
    this.#boot().catch((error) => this.#failToStart(error))
  }

  async #boot(): Promise<void> {
    this.#api = await startRuntimeApi(
      {
        onNext: (response) => this.#onNext(response),
        onInitError: (error) => {
          this.#cause = error
        },
        current: () => this.#invocation,
      },
      this.#settings.listen,
    )
    if (this.#dead) return this.#onExit(null, null)
    this.#child = this.#spawn(this.#api.address)
    const { initTimeoutMs } = this.#settings
    this.#initTimer = setTimeout(() => this.kill(initTimedOut(initTimeoutMs)), initTimeoutMs)
  }

  /** Hands over an event; call only when `ready`. */
  run(invocation: Invocation): void {
    const response = this.#waiting
    if (!response) throw new Error('This execution environment is not waiting for an event.')
    this.#waiting = undefined
    this.#invocation = invocation
    const { timeoutMs, arn } = this.#definition
    invocation.startClock(timeoutMs, () => {
      const error = taskTimedOut(invocation.id, timeoutMs)
      invocation.fail(error)
      this.kill(error)
    })
    sendInvocation(response, invocation, arn)
  }

  /** Stops immediately, with every process that the function started. */
  kill(cause: Error): void {
    this.#cause ??= cause
    this.#dead = true
    const pid = this.#child?.pid
    if (pid !== undefined && this.#running) killAll([pid, ...descendantsOf(pid)])
  }

  /** Gracefully: the function hears SIGTERM first, as it does on Lambda when an extension is present. */
  async stop(): Promise<void> {
    this.#dead = true
    const pid = this.#child?.pid
    if (pid === undefined || !this.#running) return this.#exited.promise
    // Taken now: once the process is gone, those it leaves behind have lost their parent.
    const family = descendantsOf(pid)
    this.#child?.kill('SIGTERM')
    const overdue = new LambdaClosedError('The function did not end in time.')
    const timer = setTimeout(() => this.kill(overdue), this.#settings.shutdownMs)
    await this.#exited.promise
    clearTimeout(timer)
    killAll(family)
  }

  get #running(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  #spawn(runtimeApi: string): ChildProcess {
    const { region, root, environment: shared, log } = this.#settings
    const heapMb = Math.max(64, Math.floor(this.#definition.memoryMb * 0.9))
    const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, runtimeFile], {
      cwd: root,
      env: environmentVariables(this.#definition, { region, root, runtimeApi, shared }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const output of [child.stdout, child.stderr]) this.#logLines(output, log)
    child.once('error', (error) => this.#failToStart(error))
    child.once('exit', (code, signal) => this.#onExit(code, signal))
    return child
  }

  #logLines(output: Readable, log: LogLine): void {
    createInterface({ input: output }).on('line', (line) => log(this.#definition.name, line))
  }

  #onNext(response: ServerResponse): void {
    // A process that is being stopped asks in vain: an event given to it would be lost, a closed connection would look to
    // it like the end of its host.
    if (this.#dead) return
    clearTimeout(this.#initTimer)
    this.#initialised = true
    this.#invocation = undefined
    this.#waiting = response
    response.on('close', () => {
      if (this.#waiting === response) this.#waiting = undefined
    })
    this.#events.onIdle(this)
  }

  #failToStart(error: Error): void {
    this.#cause ??= error
    this.#onExit(null, null)
  }

  #onExit(code: number | null, signal: string | null): void {
    clearTimeout(this.#initTimer)
    this.#dead = true
    this.#api?.close()
    if (this.#child?.pid !== undefined) killAll([-this.#child.pid])
    const error = this.#cause ?? runtimeExited(this.#invocation?.id ?? '', code, signal)
    this.#invocation?.fail(error)
    this.#exited.resolve()
    this.#events.onExit(this, this.#initialised ? undefined : error)
  }
}
