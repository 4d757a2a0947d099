import { availableParallelism } from 'node:os'
import { operations } from '../lib/schema/operations.ts'
import type { FunctionDefinition } from './lambda/function-definition.ts'
import type { GatewayRoute } from './lambda/gateway/route-table.ts'

const notFound = 'not-found'

/**
 * A render takes a core and more, so that one a core is the most that pays: with two a core the renders a second fell from
 * 0.73 to 0.57 of the bare browser's. What is over queues.
 */
const renderConcurrency = Math.max(1, availableParallelism())

/** The longest film: timeout, delay and duration of 30 s each and 5 s on top, and what the edge takes. */
const renderTimeoutMs = 100_000

/** One function per path of the operations table, as in production, and one for every other path. */
export const functionDefinitions: FunctionDefinition[] = [
  ...Object.values(operations).map(({ id, renders }) => ({
    name: id,
    file: `functions/api/${id}.ts`,
    ...(renders
      ? { timeoutMs: renderTimeoutMs, memoryMb: 3072, concurrency: renderConcurrency }
      : { concurrency: 2 }),
  })),
  { name: notFound, file: `functions/api/${notFound}.ts`, concurrency: 1 },
]

// The function, not the gateway, says which methods a path has, because the answer has the service's error shape.
export const routes: GatewayRoute[] = [
  ...Object.values(operations).map(({ id, path }) => ({
    method: 'ANY',
    path,
    functionName: id,
    transfer: 'STREAM' as const,
  })),
  ...['/', '/{proxy+}'].map((path) => ({
    method: 'ANY',
    path,
    functionName: notFound,
    transfer: 'STREAM' as const,
  })),
]
