import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ResolvedFunction } from '../function-definition.ts'
import { initTimedOut, LambdaClosedError, runtimeExited, taskTimedOut } from '../function-error.ts'
import { descendantsOf, killAll, signalAll } from '../process-tree.ts'
import { environmentVariables } from './environment-variables.ts'
import type { Invocation } from './invocation.ts'
import { type Listen, type RuntimeApi, sendInvocation, startRuntimeApi } from './runtime-api.ts'

/** One line that a function wrote to its standard output or error. */
export type LogLine = (functionName: string, line: string) => void

export interface HostSettings {
  region: string
  root: string
  runtimeFile: string
  environment: Readonly<Record<string, string>>
  initTimeoutMs: number
  /** The time between SIGTERM and SIGKILL. */
  shutdownMs: number
  log: LogLine
  /** Selects the port of the Runtime API. Default: any free port. */
  listen?: Listen | undefined
  /** Starts the process, for example in a sandbox. Default: `spawn`. */
  spawnProcess?: SpawnProcess | undefined
  /** Stops all processes of an environment between its events, as Lambda does. Default: they continue. */
  freezes?: boolean | undefined
  /** Called with each event whose function died while it handled it. */
  onLost?: ((invocation: LostInvocation) => void) | undefined
}

/** An event whose function died while it handled it. */
export type LostInvocation = Pick<Invocation, 'id' | 'event'>

export type SpawnProcess = (
  command: string,
  parameters: readonly string[],
  options: SpawnOptions,
) => ChildProcess

export interface EnvironmentEvents {
  /** Called when the environment requests its next event. */
  onIdle(environment: ExecutionEnvironment): void
  /**
   * Called when the process has ended. `initError` is set if it never requested an event, and `untaken` is the event that it has not begun
   * to handle.
   */
  onExit(environment: ExecutionEnvironment, end: { initError?: Error; untaken?: Invocation }): void
}

/** Functions collect their short-lived objects often instead of letting them grow to 48 MB, which is no slower. */
const heapLimits = (memoryMb: number) => [
  `--max-old-space-size=${Math.max(64, Math.floor(memoryMb * 0.9))}`,
  `--max-semi-space-size=${memoryMb < 1024 ? 2 : 4}`,
]

/** One process in its own process group. It handles one event at a time. */
export class ExecutionEnvironment {
  readonly #definition: ResolvedFunction
  readonly #settings: HostSettings
  readonly #events: EnvironmentEvents
  readonly #exited = Promise.withResolvers<void>()
  #api: RuntimeApi | undefined
  #child: ChildProcess | undefined
  #initTimer: NodeJS.Timeout | undefined
  #initialized = false
  #dead = false
  /** The cause of the end, if it is known before the exit status. */
  #cause: Error | undefined
  #waiting: ServerResponse | undefined
  #invocation: Invocation | undefined

  constructor(definition: ResolvedFunction, settings: HostSettings, events: EnvironmentEvents) {
    this.#definition = definition
    this.#settings = settings
    this.#events = events
  }

  /** Whether the environment waits for an event. */
  get ready(): boolean {
    return !this.#dead && this.#waiting !== undefined
  }

  /** What it handles. */
  get invocation(): Invocation | undefined {
    return this.#invocation
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

  /** Starts an event. Call it only if `ready`. */
  run(invocation: Invocation): void {
    const response = this.#waiting
    if (this.#settings.freezes) this.#signalAll('SIGCONT')
    if (!response) throw new Error('This execution environment is not waiting for an event.')
    this.#waiting = undefined
    this.#invocation = invocation
    const { timeoutMs } = invocation.definition
    invocation.startClock(timeoutMs, () => {
      const error = taskTimedOut(invocation.id, timeoutMs)
      invocation.fail(error)
      this.kill(error)
    })
    sendInvocation(response, invocation)
  }

  /** Tells the function that no time is left for what it has not begun. */
  drain(): void {
    if (this.#invocation && this.#running) this.#child?.kill('SIGUSR2')
  }

  /** Kills the process and every process that the function started. */
  kill(cause: Error): void {
    this.#cause ??= cause
    this.#dead = true
    const pid = this.#child?.pid
    if (pid !== undefined && this.#running) killAll([pid, ...descendantsOf(pid)])
  }

  /** Stops gracefully. The function receives SIGTERM first, as on Lambda if an extension is registered. */
  async stop(): Promise<void> {
    this.#dead = true
    const pid = this.#child?.pid
    if (pid === undefined || !this.#running) return this.#exited.promise
    // Listed now, because the processes that it leaves behind lose their parent when it ends.
    const family = descendantsOf(pid)
    this.#child?.kill('SIGTERM')
    if (this.#settings.freezes) this.#signalAll('SIGCONT')
    const overdue = new LambdaClosedError('The function did not end in time.')
    const timer = setTimeout(() => this.kill(overdue), this.#settings.shutdownMs)
    await this.#exited.promise
    clearTimeout(timer)
    killAll(family)
  }

  #signalAll(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid
    if (pid === undefined || !this.#running) return
    signalAll([pid, ...descendantsOf(pid)], signal)
  }

  get #running(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  #spawn(runtimeApi: string): ChildProcess {
    const { region, root, runtimeFile, environment: shared, log, spawnProcess = spawn } = this.#settings
    const child = spawnProcess(process.execPath, [...heapLimits(this.#definition.memoryMb), runtimeFile], {
      cwd: root,
      env: environmentVariables(this.#definition, { region, root, runtimeApi, shared }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const output of [child.stdout, child.stderr]) if (output) this.#logLines(output, log)
    child.once('error', (error) => this.#failToStart(error))
    child.once('exit', (code, signal) => this.#onExit(code, signal))
    return child
  }

  #logLines(output: Readable, log: LogLine): void {
    createInterface({ input: output }).on('line', (line) => log(this.#definition.name, line))
  }

  #onNext(response: ServerResponse): void {
    // A process that is being stopped receives no response. It would lose an event, and would take a closed connection for the end of
    // its host.
    if (this.#dead) return
    clearTimeout(this.#initTimer)
    this.#initialized = true
    this.#invocation = undefined
    this.#waiting = response
    response.on('close', () => {
      if (this.#waiting === response) this.#waiting = undefined
    })
    if (this.#settings.freezes) this.#signalAll('SIGSTOP')
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
    const invocation = this.#invocation
    const error = this.#cause ?? runtimeExited(invocation?.id ?? '', code, signal)
    const untaken = this.#cause || invocation?.isTaken ? undefined : invocation
    if (invocation && !untaken) {
      invocation.fail(error)
      this.#settings.onLost?.(invocation)
    }
    this.#exited.resolve()
    this.#events.onExit(this, {
      ...(!this.#initialized && { initError: error }),
      ...(untaken && { untaken }),
    })
  }
}
