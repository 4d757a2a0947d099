import { availableParallelism, totalmem } from 'node:os'
import { apiRoutes, type FunctionEntry, functions } from '../infra/functions.ts'
import { toBundle } from './bundles.ts'
import type { FunctionDefinition } from './lambda/function-definition.ts'
import type { GatewayRoute } from './lambda/gateway/route-table.ts'

/**
 * One render for each core, because a render uses at least one: with two for each core the throughput fell from 0.73 to 0.57 of the
 * bare browser's. Further renders wait in the queue.
 */
export const renderConcurrency = Math.max(1, availableParallelism())

const lightConcurrency = 2

/** With 384 MB all operations render the demo page. With 300 MB a screencast ends with `page_crashed`. */
const renderMemoryMbMin = 512

/** Returns what a machine, or a container with fewer bytes, leaves for one render. The service and its other functions use about 500 MB. */
export const toRenderMemoryMb = (bytes: number, containerBytes: number): number =>
  Math.max(
    renderMemoryMbMin,
    Math.floor(Math.min(bytes, containerBytes || Number.POSITIVE_INFINITY) / 1024 ** 2 - 500),
  )

const renderMemoryMb = toRenderMemoryMb(totalmem(), process.constrainedMemory())

/**
 * Functions that render share the processes, because each has a browser. Otherwise an idle laptop keeps one of each function.
 */
const groupOf = ({ name, renders }: FunctionEntry) => (renders ? 'render' : name)

/**
 * These wait for other hosts, some for 18 s, and hardly compute. A process uses 60 MB and starts only while all others are busy.
 */
const waitingFunctions = new Set(['mcp', 'batches', 'account-storage'])

const waitingConcurrency = 8

const concurrencyOf = ({ name, renders }: FunctionEntry) => {
  if (renders) return renderConcurrency
  return waitingFunctions.has(name) ? waitingConcurrency : lightConcurrency
}

const toFunctionDefinition = (entry: FunctionEntry): FunctionDefinition => ({
  name: entry.name,
  file: toBundle(entry.file),
  timeoutMs: entry.timeoutSeconds * 1000,
  memoryMb: entry.renders ? Math.min(entry.memoryMb, renderMemoryMb) : entry.memoryMb,
  concurrency: concurrencyOf(entry),
  recursiveLoop: entry.recurses ? 'Allow' : 'Terminate',
  group: groupOf(entry),
  // Identifies the caller in the SDK's user agent, as the role does on AWS. The suffix keeps the metrics library from appending its
  // own name, which would exceed the maximum length.
  environment: { AWS_SDK_UA_APP_ID: `${entry.name}/PTEnv/` },
})

/** Only this service has it. It is invoked by GET /ready. */
export const readyFunction: FunctionEntry = {
  name: 'ready',
  file: 'local/ready.ts',
  renders: true,
  timeoutSeconds: 60,
  deadlineSeconds: 60,
  memoryMb: 3008,
}

export const functionDefinitions: FunctionDefinition[] = [...functions, readyFunction].map(
  toFunctionDefinition,
)

/** The functions refuse methods that their path does not have, because their responses have the service's error format. */
export const routes: readonly GatewayRoute[] = apiRoutes
