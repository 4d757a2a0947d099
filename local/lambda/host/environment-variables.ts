import { randomBytes } from 'node:crypto'
import type { ResolvedFunction } from '../function-definition.ts'

interface EnvironmentSettings {
  region: string
  /** The folder of the functions' files and their working directory. */
  root: string
  /** `host:port/path` of this environment's Runtime API. */
  runtimeApi: string
  /** Variables of all functions, for example `AWS_ENDPOINT_URL`. */
  shared: Readonly<Record<string, string>>
}

/**
 * Returns the complete environment of a function's process, as on Lambda. Passes on only the variables that the operating system
 * requires, because a developer's own AWS credentials must never reach a function.
 * Names: https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export const environmentVariables = (
  definition: ResolvedFunction,
  { region, root, runtimeApi, shared }: EnvironmentSettings,
): Record<string, string> => ({
  ...inherited(),
  TZ: ':UTC',
  LANG: 'en_US.UTF-8',
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
  AWS_LAMBDA_LOG_STREAM_NAME: logStreamName(),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_RUNTIME_API: runtimeApi,
  LAMBDA_TASK_ROOT: root,
  ...shared,
  ...functionVariables(definition),
})

/** Returns the variables that differ between the functions of a group. */
export const functionVariables = ({ name, file, exportName, environment }: ResolvedFunction) => ({
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  _HANDLER: `${file}.${exportName}`,
  ...environment,
})

const inherited = () => {
  const { PATH, HOME, TMPDIR } = process.env
  return Object.fromEntries(
    Object.entries({ PATH, HOME, TMPDIR }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
}

const logStreamName = () => {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
  return `${day}/[$LATEST]${randomBytes(16).toString('hex')}`
}
