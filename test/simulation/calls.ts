import type { Engine, Process } from './engine.ts'

export type ServiceName = 'dynamodb' | 's3' | 'sqs' | 'scheduler' | 'kms'

/** One call of the SDK. */
export interface Call {
  service: ServiceName
  /** `GetItem` */
  name: string
  /** The table, bucket or queue, with the key. */
  target: string
}

/** Faults of each thousand calls. */
export interface CallFaults {
  /** Fails before it has an effect. */
  failed: number
  /** Has its effect, but the response is lost. */
  unanswered: number
  throttled: number
  /** Takes seconds, up to minutes. */
  slow: number
  /** The process dies, before or after the effect. */
  crashed: number
}

/** A time in which a service does not answer, or refuses some calls because a role lost a permission. */
export interface Outage {
  kind: 'away' | 'denied'
  fromMs: number
  toMs: number
  matches(call: Call): boolean
}

export interface Faults {
  calls: CallFaults
  outages: readonly Outage[]
}

/** An error as the SDK throws it. */
export class AwsError extends Error {
  readonly $metadata = {}
  readonly isRepeated: boolean
  constructor(name: string, { isRepeated = false } = {}) {
    super(`${name} (simulated)`)
    this.name = name
    this.isRepeated = isRepeated
  }
}

/** As `clientSettings` sets it. */
const attemptsMax = 3
const timeoutMs = 4_000

export type CallAws = <T>(process: Process, call: Call, effect: () => T) => Promise<T>

interface Deps {
  engine: Engine
  faults: Faults
  /** Counts what was injected. */
  count(kind: string): void
}

/** Returns how every client makes its calls: one event for the effect, with the faults of the seed, and the repetitions of the SDK. */
export const createCallAws = (deps: Deps): CallAws => {
  const { engine } = deps
  return async (process, call, effect) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await callOnce(deps, { process, call, effect })
      } catch (error) {
        if (!(error instanceof AwsError && error.isRepeated) || attempt === attemptsMax) throw error
        await engine.sleep(engine.random(100 * 2 ** attempt), process)
      }
    }
  }
}

export const isDuring = ({ fromMs, toMs }: Pick<Outage, 'fromMs' | 'toMs'>, nowMs: number): boolean =>
  nowMs >= fromMs && nowMs < toMs

const drawFault = ({ engine, faults }: Deps, call: Call): keyof CallFaults | Outage['kind'] | undefined => {
  const outage = faults.outages.find((one) => isDuring(one, engine.nowMs()) && one.matches(call))
  if (outage) return outage.kind
  let draw = engine.random(1000)
  for (const [kind, share] of Object.entries(faults.calls)) {
    if (draw < share) return kind as keyof CallFaults
    draw -= share
  }
  return undefined
}

interface Attempt<T> {
  process: Process
  call: Call
  effect: () => T
}

const callOnce = <T>(deps: Deps, attempt: Attempt<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const { engine, count } = deps
    const { process, call } = attempt
    const perform = (respondMs: number | undefined) => {
      const { error, value } = takeEffect(deps, attempt)
      if (respondMs === undefined) return
      engine.after(respondMs, () => (error === undefined ? resolve(value as T) : reject(error)), process)
    }
    const fail = (name: string, afterMs = 0) => {
      engine.note(process.name, () => `${call.name} ${call.target} → ${name}`)
      engine.after(
        afterMs,
        () => reject(new AwsError(name, { isRepeated: name !== 'AccessDenied' })),
        process,
      )
    }
    const outcomes = {
      away: () => fail('TimeoutError', timeoutMs),
      failed: () => fail('InternalServerError'),
      throttled: () => fail('ThrottlingException'),
      denied: () => fail('AccessDenied'),
      unanswered() {
        perform(undefined)
        fail('TimeoutError', timeoutMs)
      },
      // The network, or a process that is stopped for a while.
      slow: () => perform(engine.random(engine.chance(250) ? 90_000 : timeoutMs)),
      crashed() {
        if (engine.chance(500)) perform(undefined)
        process.isAlive = false
        engine.note(process.name, () => `dies in ${call.name} ${call.target}`)
      },
    }
    const arrive = () => {
      const fault = drawFault(deps, call)
      if (fault === undefined) return perform(0)
      count(fault)
      outcomes[fault]()
    }
    engine.after(1 + engine.random(20), arrive, process)
  })

/** An empty page of a query is not worth a line of the history. */
const isEmpty = (value: unknown) => (value as { Count?: number }).Count === 0

const takeEffect = <T>(
  { engine }: Deps,
  { process, call, effect }: Attempt<T>,
): { value?: T; error?: unknown } => {
  const note = (outcome: string) =>
    engine.note(process.name, () => `${call.name} ${call.target} → ${outcome}`)
  try {
    const value = effect()
    if (!isEmpty(value)) note('ok')
    return { value }
  } catch (error) {
    note(error instanceof Error ? error.name : String(error))
    // An expression or an operation that the simulation does not know must not pass for a failure of AWS.
    if (!(error instanceof Error && '$metadata' in error))
      engine.violate(`${call.name} is not simulated: ${error}`)
    return { error }
  }
}
