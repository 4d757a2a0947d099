import { availableParallelism } from 'node:os'
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

const toFunctionDefinition = ({
  name,
  file,
  renders,
  timeoutSeconds,
  memoryMb,
}: FunctionEntry): FunctionDefinition => ({
  name,
  file: toBundle(file),
  timeoutMs: timeoutSeconds * 1000,
  memoryMb,
  concurrency: renders ? renderConcurrency : lightConcurrency,
  // Identifies the caller in the SDK's user agent, as the role does on AWS. The suffix keeps the metrics library from appending its
  // own name, which would exceed the maximum length.
  environment: { AWS_SDK_UA_APP_ID: `${name}/PTEnv/` },
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
