import { type QueueName, queues } from '../../infra/queues.ts'
import { AwsError } from './calls.ts'
import type { Engine, Lineage } from './engine.ts'

export interface Message {
  id: string
  body: string
  sentMs: number
  visibleMs: number
  receives: number
  receipt: string
  /** Of its sender. */
  lineage: Lineage
}

/** Faults of each thousand messages. */
export interface MessageFaults {
  /** SQS accepts it and forgets it. Not those of schedules, because nothing could replace them. */
  lost: number
  /** Is delivered again although it was received, or even deleted. */
  repeated: number
  late: number
}

interface SendOptions {
  delaySeconds?: number
  lineage?: Lineage
}

interface Deps {
  engine: Engine
  faults: MessageFaults
  count(kind: string): void
  /** Is called when a message may have become visible. */
  wake(queue: QueueName): void
}

export type SimulatedQueues = ReturnType<typeof createSimulatedQueues>

/** The queues of the service, with the settings of `infra/queues.ts`. They keep no order. */
export const createSimulatedQueues = ({ engine, faults, count, wake }: Deps) => {
  const messages = new Map<QueueName, Message[]>(Object.keys(queues).map((name) => [name as QueueName, []]))
  const of = (queue: QueueName) => messages.get(queue) as Message[]
  const lost: string[] = []
  let ids = 0
  const occurs = (fault: keyof MessageFaults) => {
    const isNow = engine.chance(faults[fault])
    if (isNow) count(`message ${fault}`)
    return isNow
  }
  const received = new Map<string, number>()
  const next = (prefix: string) => {
    ids += 1
    return `${prefix}${ids}`
  }
  const show = (queue: QueueName, message: Message, seconds: number) => {
    message.visibleMs = engine.nowMs() + seconds * 1000
    engine.after(seconds * 1000, () => wake(queue))
  }
  const remove = (queue: QueueName, message: Message) => {
    const index = of(queue).indexOf(message)
    if (index >= 0) of(queue).splice(index, 1)
  }
  /** Moves to the dead letters what was received too often, and forgets what is too old. */
  const discard = (queue: QueueName) => {
    const { retentionSeconds, deadLetters } = queues[queue] as (typeof queues)['render'] & {
      deadLetters?: object
    }
    for (const message of [...of(queue)]) {
      const isOld = engine.nowMs() - message.sentMs > retentionSeconds * 1000
      const isDead =
        deadLetters && message.visibleMs <= engine.nowMs() && message.receives >= deadLetters.receives
      if (!isOld && !isDead) continue
      remove(queue, message)
      engine.note(queue, () => `${message.body} is ${isOld ? 'too old' : 'a dead letter'}`)
      if (isOld || !deadLetters) continue
      of(deadLetters.queue).push(message)
      show(deadLetters.queue, message, 0)
    }
  }
  return {
    /** Bodies of messages that SQS forgot. */
    lost,
    received,
    all: () => [...messages].flatMap(([queue, list]) => list.map((message) => ({ queue, message }))),
    send(queue: QueueName, body: string, { delaySeconds = 0, lineage = new Map() }: SendOptions = {}) {
      if (!body.includes('"task"') && occurs('lost')) return void lost.push(body)
      const isLate = occurs('late')
      for (let copies = occurs('repeated') ? 2 : 1; copies > 0; copies--) {
        const message = {
          id: next('m'),
          body,
          sentMs: engine.nowMs(),
          visibleMs: 0,
          receives: 0,
          receipt: '',
          lineage,
        }
        of(queue).push(message)
        show(queue, message, delaySeconds + (isLate ? engine.random(1_000) : 0))
      }
    },
    /** Hides and returns some visible messages, in any order. */
    receive(queue: QueueName, max: number): Message[] {
      discard(queue)
      const taken: Message[] = []
      const visible = of(queue).filter(({ visibleMs }) => visibleMs <= engine.nowMs())
      while (taken.length < max && visible.length > 0) {
        const [message] = visible.splice(engine.random(visible.length), 1)
        if (!message) break
        message.receives += 1
        const { requestId } = JSON.parse(message.body)
        received.set(requestId, (received.get(requestId) ?? 0) + 1)
        message.receipt = next('r')
        show(queue, message, queues[queue].visibilitySeconds)
        taken.push({ ...message })
      }
      return taken
    },
    hide(queue: QueueName, receipt: string, seconds: number) {
      const message = of(queue).find((other) => other.receipt === receipt)
      if (!message) throw new AwsError('ReceiptHandleIsInvalid')
      show(queue, message, seconds)
    },
    delete(queue: QueueName, receipt: string) {
      const message = of(queue).find((other) => other.receipt === receipt)
      if (!message) return
      if (!occurs('repeated')) remove(queue, message)
    },
  }
}
