import { join } from 'node:path'
import { canary, execWrapper, type FunctionEntry, queueFunctions } from '../infra/functions.ts'
import { operations } from '../lib/schema/operations.ts'
import { networkStatements, type Resources, statementsOf } from './grants.ts'
import { toComponentName, toLogGroup, toName } from './names.ts'
import { memoryMbOf, type Settings } from './settings.ts'

export interface FunctionOptions {
  settings: Settings
  resources: Resources
  environment: Record<string, $util.Input<string>>
  reservedConcurrency?: number | undefined
}

/**
 * Creates a Lambda function with its own role and log group. It is deployed from dist/functions/, which scripts/build.ts creates and
 * the tests run. SST's own builder would install sharp and Chromium again without the lock file.
 */
export const createFunction = (entry: FunctionEntry, options: FunctionOptions) => {
  const { settings, resources, environment, reservedConcurrency } = options
  const componentName = `${toComponentName(entry.name)}Handler`
  const vpc = opensConnections(entry) ? settings.vpc : undefined
  const fn = new sst.aws.Function(componentName, {
    name: toName(entry.name),
    description: entry.file,
    bundle: join($cli.paths.root, 'dist', 'functions', entry.name),
    handler: 'index.handler',
    memory: `${memoryMbOf(entry, settings)} MB`,
    timeout: `${entry.timeoutSeconds} seconds`,
    // Chromium (215 MB), its profile and a render's larger files are in /tmp.
    storage: entry.renders ? '2048 MB' : '512 MB',
    environment: { ...environment, ...(entry.renders && { AWS_LAMBDA_EXEC_WRAPPER: execWrapper }) },
    permissions: [
      ...statementsOf(entry.name, toLogGroup(entry.name), resources),
      ...(vpc ? networkStatements(entry.name) : []),
    ],
    ...(vpc && { vpc }),
    link: secretsOf(entry, resources),
    ...(reservedConcurrency !== undefined && { concurrency: { reserved: reservedConcurrency } }),
  })
  // AWS otherwise replaces the runtime at a time of its choice, and an earlier deployment would not bring the previous one back.
  new aws.lambda.RuntimeManagementConfig(`${componentName}Runtime`, {
    functionName: fn.name,
    updateRuntimeOn: 'FunctionUpdate',
  })
  if (entry.recurses)
    new aws.lambda.FunctionRecursionConfig(`${componentName}Recursion`, {
      functionName: fn.name,
      recursiveLoop: 'Allow',
    })
  return fn
}

/** A secret is encrypted into the packages of the functions that use it. A linked secret grants no permission. */
const secretsOf = ({ renders, name }: FunctionEntry, { storage: { secrets } }: Resources) => {
  if (name === canary.name) return [secrets.canaryKey]
  return renders ? [secrets.exitProxies] : []
}

/** Returns whether a function connects to hosts that callers choose. */
const opensConnections = ({ renders, name }: FunctionEntry) =>
  renders ||
  [
    queueFunctions.webhookWorker.name,
    operations.create_batch.functionName,
    // Tests a storage before it is saved.
    operations.put_storage.functionName,
  ].includes(name)
