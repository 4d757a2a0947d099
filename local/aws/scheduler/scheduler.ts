import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AwsService, AwsServiceContext } from '../service.ts'
import { openDatabase } from './database.ts'
import type { Body } from './definition.ts'
import { createDeliveries, type SendToTarget } from './delivery.ts'
import { invalid, SchedulerError } from './errors.ts'
import { createRunner } from './runner.ts'
import { createGroup, createSchedule, deleteSchedule, listSchedules } from './schedules.ts'
import { type Call, type SchedulerStore, scheduleArn } from './store.ts'

export interface Scheduler extends AwsService {
  /** Fires the due schedules and returns their names. A timer also does so in time. */
  runDue(): string[]
}

export interface SchedulerOptions {
  sendToTarget: SendToTarget
  /** The first pause before a delivery is retried. It doubles. Default: 1000. */
  retryMs?: number
  /** A replaceable clock for tests that cannot wait for the next minute. Call `runDue` after changing it. */
  nowMs?: () => number
}

/**
 * EventBridge Scheduler in SQLite, with cron expressions and queues as targets. Deliveries that were not confirmed when the process
 * ended are repeated. A schedule that was missed meanwhile fires at its next time.
 */
export const createScheduler = (context: AwsServiceContext, options: SchedulerOptions): Scheduler => {
  const { dataDir, region, accountId, reportFault } = context
  const nowMs = options.nowMs ?? context.nowMs
  const database = openDatabase(join(dataDir, 'scheduler.db'))
  const arnPrefix = `arn:aws:scheduler:${region}:${accountId}:`
  const deliveries = createDeliveries({
    database,
    sendToTarget: options.sendToTarget,
    arnOf: (schedule) => scheduleArn({ arnPrefix }, schedule),
    nowMs,
    reportFault,
    retryMs: options.retryMs ?? 1000,
  })
  const runner = createRunner({ database, nowMs, deliver: deliveries.deliver, reportFault })
  const store: SchedulerStore = { database, runner, nowMs, arnPrefix }
  return {
    runDue: runner.runDue,
    listening: () => {
      deliveries.resume()
      runner.start()
    },
    handle: async (request, response, body) => {
      try {
        send(response, 200, perform(store, request, body))
      } catch (error) {
        if (!(error instanceof SchedulerError)) throw error
        send(response, error.status, { Message: error.message }, { 'x-amzn-errortype': error.type })
      }
    },
    close: async () => {
      runner.stop()
      await deliveries.close()
      database.close()
    },
  }
}

type Operation = (store: SchedulerStore, call: Call) => object

/** By method and path. `*` matches a name. */
const operations: Record<string, Operation> = {
  'GET schedules': listSchedules,
  'POST schedules/*': createSchedule,
  'DELETE schedules/*': deleteSchedule,
  'POST schedule-groups/*': createGroup,
}

const perform = (store: SchedulerStore, request: IncomingMessage, body: Buffer): object => {
  const { method = '', url = '/' } = request
  const [path = '', query] = url.split('?')
  const [, kind = '', ...rest] = path.split('/')
  const name = rest.length > 0 ? decodeName(rest.join('/')) : undefined
  const operationName = `${method} ${kind}${name === undefined ? '' : '/*'}`
  const operation = Object.hasOwn(operations, operationName) ? operations[operationName] : undefined
  if (!operation)
    throw new SchedulerError(
      404,
      'UnknownOperationException',
      `${method} ${path} is not implemented in the embedded cloud.`,
    )
  return operation(store, { name, query: new URLSearchParams(query), body: readBody(body) })
}

const decodeName = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid(`${text} is not a valid name.`)
  }
}

const readBody = (body: Buffer): Body => {
  if (body.length === 0) return {}
  try {
    const parsed = JSON.parse(body.toString())
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch {
    // Refused below, like every other body that is not an object.
  }
  throw invalid('The request body is not a JSON object.')
}

const send = (
  response: ServerResponse,
  status: number,
  result: object,
  headers: Record<string, string> = {},
) => {
  const body = Buffer.from(JSON.stringify(result))
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-amzn-requestid': randomUUID(),
    ...headers,
  })
  response.end(body)
}
