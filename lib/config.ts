import { accessSync, constants, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { parseChromiumFlags } from './chromium-flags.ts'
import { parseTiers, type Tiers } from './core/access/tiers.ts'
import { assertPublicOnly, parseTryAccount } from './core/access/try-account.ts'
import { type AlertEmail, parseAlertEmail } from './core/events/alert-email.ts'
import {
  assertProductionAllow,
  assertServiceHosts,
  type EgressAllow,
  parseEgressAllow,
} from './core/network/address-policy.ts'
import { parseCanaryUrl } from './core/network/canary-url.ts'
import { type ExitProxies, parseExitProxies } from './core/network/exit-proxies.ts'
import { parseWaits } from './core/requests/delivery-schedule.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting is invalid. The message names the variable and what it accepts, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const logLevels = ['info', 'warn', 'error', 'silent'] as const

const list = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Reads one setting with a parser that throws a message, and prefixes the message with the variable's name. */
export const parsed = <T>(name: string, parse: (text: string) => T) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return parse(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: `${name}: ${(error as Error).message}` })
        return z.NEVER
      }
    })

/** Checks a setting that the functions parse. */
export const checked = (name: string, parse: (text: string) => unknown) =>
  parsed(name, (text) => {
    parse(text)
    return text
  })

export const logLevel = z
  .enum(logLevels, { error: `LOG_LEVEL must be one of ${logLevels.join(', ')}.` })
  .default('info')

export const sandboxSwitch = z
  .enum(['optional', 'required'], { error: 'SANDBOX must be optional or required.' })
  .default('optional')

export const metricsSwitch = z.enum(['on', 'off'], { error: 'METRICS must be on or off.' })

const named = (name: string, local: string) => z.string().min(1, `${name} must not be empty.`).default(local)

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

export const chromiumPath = z
  .string()
  .refine(
    (path) => isAbsolute(path) && isExecutable(path),
    'CHROMIUM_PATH must be the absolute path of an executable file.',
  )
  .optional()

/** Reads a URL to which paths are appended, so without a trailing slash. */
export const httpUrl = (name: string) => {
  const problem = `${name} must be an absolute URL that begins with http:// or https://, without credentials, query and fragment.`
  return z
    .url({ protocol: /^https?$/, error: problem })
    .refine((url) => !/[?#@]/.test(url), problem)
    .transform((url) => url.replace(/\/$/, ''))
    .optional()
}

/** The URLs at which callers reach the service, through a proxy or CloudFront. */
export const publicUrls = { PUBLIC_URL: httpUrl('PUBLIC_URL'), CACHE_URL: httpUrl('CACHE_URL') }

/** The default names are the names in the local cloud. */
const FunctionEnvironment = z.object({
  STAGE: named('STAGE', 'local'),
  LOG_LEVEL: logLevel,
  METRICS: metricsSwitch.optional(),
  ACCOUNTS_TABLE: named('ACCOUNTS_TABLE', 'accounts'),
  USAGE_TABLE: named('USAGE_TABLE', 'usage'),
  REQUESTS_TABLE: named('REQUESTS_TABLE', 'requests'),
  TASKS_TABLE: named('TASKS_TABLE', 'tasks'),
  CACHE_TABLE: named('CACHE_TABLE', 'cache'),
  RESULTS_BUCKET: named('RESULTS_BUCKET', 'results'),
  RENDER_QUEUE_URL: z.string().default(''),
  RENDER_QUEUE_ARN: z.string().default(''),
  WEBHOOK_QUEUE_URL: z.string().default(''),
  SCHEDULE_GROUP: named('SCHEDULE_GROUP', 'tasks'),
  SCHEDULER_ROLE_ARN: z.string().default('arn:aws:iam::000000000000:role/scheduler'),
  SCHEDULE_DEAD_LETTER_ARN: z.string().default(''),
  STORAGE_KEY: z.string().default(''),
  WEBHOOK_RETRY_SECONDS: parsed('WEBHOOK_RETRY_SECONDS', parseWaits),
  EGRESS_ALLOW: parsed('EGRESS_ALLOW', parseEgressAllow),
  EXIT_PROXIES: parsed('EXIT_PROXIES', parseExitProxies),
  PLANS: parsed('PLANS', parseTiers),
  CANARY_KEY: z.string().default(''),
  CANARY_URL: parsed('CANARY_URL', parseCanaryUrl),
  SERVICE_HOSTS: parsed('SERVICE_HOSTS', (text) => {
    const hosts = list(text)
    assertServiceHosts(hosts)
    return hosts
  }),
  // Lambda sets it; the default is for running the functions' parts outside of one.
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: z.coerce.number().default(3008),
  ...publicUrls,
  TRY_ACCOUNT: parsed('TRY_ACCOUNT', parseTryAccount),
  ALERT_EMAIL_FROM: z.string().default(''),
  ALERT_EMAIL_RECEIVERS: z.string().default(''),
  AWS_REGION: z.string().default('eu-central-1'),
  AWS_ENDPOINT_URL_SESV2: httpUrl('AWS_ENDPOINT_URL_SESV2'),
  LAMBDA_TASK_ROOT: z.string().default(join(import.meta.dirname, '..')),
  AWS_ENDPOINT_URL: z.string().optional(),
  CHROMIUM_PATH: chromiumPath,
  CHROMIUM_FLAGS: parsed('CHROMIUM_FLAGS', parseChromiumFlags),
  SANDBOX: sandboxSwitch,
  AWS_LAMBDA_RUNTIME_API: z.string().optional(),
})

/** Settings of the Lambda functions, from the environment variables of the same names. */
interface Config {
  stage: string
  logLevel: (typeof logLevels)[number]
  /** Whether metrics are written next to the log lines. The default is every stage except `local`. */
  metrics: boolean
  accountsTable: string
  usageTable: string
  requestsTable: string
  tasksTable: string
  cacheTable: string
  resultsBucket: string
  renderQueueUrl: string
  renderQueueArn: string
  webhookQueueUrl: string
  scheduleGroup: string
  schedulerRoleArn: string
  scheduleDeadLetterArn: string
  /** Encrypts the keys of the storages of accounts: the ARN of a key of KMS, or the path of a key file. */
  storageKey: string
  /** URL below which results are public, without trailing slash. */
  cacheUrl: string
  /** Seconds between the attempts of a webhook. There is one attempt more than waits. */
  webhookRetrySeconds: readonly number[]
  egressAllow: EgressAllow
  /** `host` or `host:port` that no page may reach, regardless of `egressAllow`: the service itself and its infrastructure. */
  serviceHosts: string[]
  exits: ExitProxies
  /** The limits and features of each plan. */
  tiers: Tiers
  /** The account that renders pages for visitors of the landing page. Undefined if it renders none. */
  tryAccount: string | undefined
  /** Undefined if the service sends no alerts by email. */
  alertEmail: AlertEmail | undefined
  /** URL of SES, without path. */
  emailEndpoint: string
  region: string
  /** Access key with which the canary renders, if the operator has set one. */
  canaryKey: string
  /** Page that its background requests render, if the operator has named one. */
  canaryUrl: string | undefined
  /** URL of the API without trailing slash. If undefined, the URL that the request was sent to. */
  publicUrl: string | undefined
  assetsDir: string
  /** An installed chrome-headless-shell or Chromium to use in place of the shipped one. */
  chromiumPath: string | undefined
  /** Flags of the operator for Chromium's command line. */
  chromiumFlags: readonly string[]
  /** Whether a browser without Chromium's sandbox is refused. */
  sandboxRequired: boolean
  temporaryDir: string
  /** Memory that the browser of a render may use before it is stopped. The rest of the function's memory is for everything else. */
  renderMemoryBytesMax: number
}

const browserShare = 0.7

export const read = <T extends z.ZodType>(schema: T, environment: Environment): z.output<T> => {
  const result = schema.safeParse(environment)
  if (result.success) return result.data
  throw new ConfigError(result.error.issues.map(({ message }) => message).join('\n'))
}

const hostOf = (endpoint: string) => endpoint.replace(/^https?:\/\//, '').split('/')[0] ?? ''

/** @throws ConfigError with one sentence for each invalid setting */
export const loadConfig = (environment: Environment): Config => {
  const settings = read(FunctionEnvironment, environment)
  const { STAGE, EGRESS_ALLOW, TRY_ACCOUNT } = settings
  if (STAGE !== 'local') assertSetting('EGRESS_ALLOW', () => assertProductionAllow(EGRESS_ALLOW))
  assertSetting('TRY_ACCOUNT', () => assertPublicOnly(TRY_ACCOUNT, EGRESS_ALLOW))
  const platform = [settings.AWS_ENDPOINT_URL, settings.AWS_LAMBDA_RUNTIME_API, settings.PUBLIC_URL]
  return {
    stage: settings.STAGE,
    logLevel: settings.LOG_LEVEL,
    metrics: settings.METRICS === undefined ? settings.STAGE !== 'local' : settings.METRICS === 'on',
    accountsTable: settings.ACCOUNTS_TABLE,
    usageTable: settings.USAGE_TABLE,
    requestsTable: settings.REQUESTS_TABLE,
    tasksTable: settings.TASKS_TABLE,
    cacheTable: settings.CACHE_TABLE,
    resultsBucket: settings.RESULTS_BUCKET,
    renderQueueUrl: settings.RENDER_QUEUE_URL,
    renderQueueArn: settings.RENDER_QUEUE_ARN,
    webhookQueueUrl: settings.WEBHOOK_QUEUE_URL,
    canaryKey: settings.CANARY_KEY,
    canaryUrl: settings.CANARY_URL,
    scheduleGroup: settings.SCHEDULE_GROUP,
    schedulerRoleArn: settings.SCHEDULER_ROLE_ARN,
    scheduleDeadLetterArn: settings.SCHEDULE_DEAD_LETTER_ARN,
    storageKey: settings.STORAGE_KEY,
    cacheUrl: toCacheUrl(settings),
    webhookRetrySeconds: settings.WEBHOOK_RETRY_SECONDS,
    egressAllow: settings.EGRESS_ALLOW,
    serviceHosts: [
      ...settings.SERVICE_HOSTS,
      ...platform.filter((endpoint) => endpoint !== undefined).map(hostOf),
    ],
    exits: settings.EXIT_PROXIES,
    tiers: settings.PLANS,
    tryAccount: settings.TRY_ACCOUNT,
    alertEmail: toAlertEmail(settings),
    region: settings.AWS_REGION,
    emailEndpoint: settings.AWS_ENDPOINT_URL_SESV2 ?? `https://email.${settings.AWS_REGION}.amazonaws.com`,
    publicUrl: settings.PUBLIC_URL,
    chromiumPath: settings.CHROMIUM_PATH,
    chromiumFlags: settings.CHROMIUM_FLAGS,
    sandboxRequired: settings.SANDBOX === 'required',
    assetsDir: join(settings.LAMBDA_TASK_ROOT, 'generated'),
    temporaryDir: tmpdir(),
    renderMemoryBytesMax: settings.AWS_LAMBDA_FUNCTION_MEMORY_SIZE * 1024 ** 2 * browserShare,
  }
}

const toAlertEmail = (settings: z.output<typeof FunctionEnvironment>): AlertEmail | undefined => {
  try {
    return parseAlertEmail(settings.ALERT_EMAIL_FROM, settings.ALERT_EMAIL_RECEIVERS)
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

const toCacheUrl = ({ STAGE, CACHE_URL, PUBLIC_URL }: z.output<typeof FunctionEnvironment>): string => {
  if (CACHE_URL !== undefined) return CACHE_URL
  if (PUBLIC_URL === undefined && STAGE !== 'local')
    throw new ConfigError('PUBLIC_URL or CACHE_URL must be set. The URLs of results begin with it.')
  return `${PUBLIC_URL ?? 'http://localhost:3000'}/cache`
}

export const assertSetting = (name: string, check: () => unknown) => {
  try {
    check()
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`)
  }
}
