import { randomUUID } from 'node:crypto'
import { invalidParameter, missingParameter, noSuchQueue, SqsError } from './errors.ts'
import { nameInArn } from './queue-attributes.ts'
import { listDeadLetterSources } from './queues.ts'
import type { SqsStore } from './store.ts'
import type { Parameters } from './wire.ts'

interface MoveTask {
  TaskHandle: string
  Status: 'COMPLETED'
  SourceArn: string
  DestinationArn?: string
  ApproximateNumberOfMessagesMoved: number
  ApproximateNumberOfMessagesToMove: number
  StartedTimestamp: number
}

export interface MoveTasks {
  start(parameters: Parameters): object
  list(parameters: Parameters): object
  cancel(): never
}

/** SQS lists as many. */
const listedMax = 10

/** Moves dead letters back. A task is done when it has been started; the list of past tasks lives as long as the process. */
export const createMoveTasks = (store: SqsStore): MoveTasks => {
  const tasks: MoveTask[] = []
  return {
    start: ({ SourceArn, DestinationArn }) => {
      const source = findDeadLetterQueue(store, SourceArn)
      if (DestinationArn && !store.database.findQueue(nameInArn(DestinationArn))) throw noSuchQueue()
      const moved = store.database.transaction(() => moveAll(store, source, DestinationArn))
      for (const queue of new Set(moved)) store.polls.wake(queue)
      const task: MoveTask = {
        TaskHandle: randomUUID(),
        Status: 'COMPLETED',
        SourceArn: SourceArn ?? '',
        ...(DestinationArn ? { DestinationArn } : {}),
        ApproximateNumberOfMessagesMoved: moved.length,
        ApproximateNumberOfMessagesToMove: moved.length,
        StartedTimestamp: store.nowMs(),
      }
      tasks.unshift(task)
      return { TaskHandle: task.TaskHandle }
    },
    list: ({ SourceArn }) => ({
      Results: tasks.filter((task) => task.SourceArn === SourceArn).slice(0, listedMax),
    }),
    cancel: () => {
      throw new SqsError('ResourceNotFoundException', 'There is no active task with this handle.')
    },
  }
}

const findDeadLetterQueue = (store: SqsStore, arn: string | undefined) => {
  if (!arn) throw missingParameter('SourceArn')
  const name = nameInArn(arn)
  if (!store.database.findQueue(name)) throw noSuchQueue()
  if (listDeadLetterSources(store, { QueueUrl: name }).length === 0) {
    throw invalidParameter('Source queue must be configured as a Dead Letter Queue.')
  }
  return name
}

/** Without a destination each message goes back to where it came from. Returns the destination of each moved message. */
const moveAll = ({ database, nowMs }: SqsStore, source: string, destinationArn: string | undefined) => {
  const destinations: string[] = []
  for (const { position, sourceArn } of database.listMessages(source)) {
    const destination = nameInArn(destinationArn ?? sourceArn ?? '')
    if (!database.findQueue(destination)) continue
    database.moveFromDeadLetters(position, destination, nowMs())
    destinations.push(destination)
  }
  return destinations
}
