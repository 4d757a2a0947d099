import { availableParallelism } from 'node:os'
import { type FunctionEntry, functions } from '../functions/list.ts'
import { operations } from '../lib/schema/operations.ts'
import type { FunctionDefinition } from './lambda/function-definition.ts'
import type { GatewayRoute } from './lambda/gateway/route-table.ts'

/**
 * A render takes a core and more, so that one a core is the most that pays: with two a core the renders a second fell from
 * 0.73 to 0.57 of the bare browser's. What is over queues.
 */
export const renderConcurrency = Math.max(1, availableParallelism())

const lightConcurrency = 2

const toDefinition = ({
  name,
  file,
  renders,
  timeoutSeconds,
  memoryMb,
}: FunctionEntry): FunctionDefinition => ({
  name,
  file,
  timeoutMs: timeoutSeconds * 1000,
  memoryMb,
  concurrency: renders ? renderConcurrency : lightConcurrency,
  // The SDKs' user agent tells the cloud who calls; on AWS that is known by the role. Behind this mark the metrics library adds no
  // name of its own, which would be too long together.
  environment: { AWS_SDK_UA_APP_ID: `${name}/PTEnv/` },
})

export const functionDefinitions: FunctionDefinition[] = functions.map(toDefinition)

// The function, not the gateway, says which methods a path has, because the answer has the service's error shape.
const toRoute = (path: string, functionName: string): GatewayRoute => ({
  method: 'ANY',
  path,
  functionName,
  transfer: 'STREAM',
})

const paths = new Map(Object.values(operations).map(({ path, functionName }) => [path, functionName]))

export const routes: GatewayRoute[] = [
  ...[...paths].map(([path, functionName]) => toRoute(path, functionName)),
  ...['/', '/{proxy+}'].map((path) => toRoute(path, 'not-found')),
]
