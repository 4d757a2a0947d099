import { isIP } from 'node:net'
import { z } from 'zod'
import { tableNames, toTableVariable } from '../infra/tables.ts'
import { withoutUndefined } from '../lib/base/without-undefined.ts'
import { parseChromiumFlags } from '../lib/chromium-flags.ts'
import {
  assertSetting,
  ConfigError,
  checked,
  chromiumPath,
  type Environment,
  httpUrl,
  loadConfig,
  logLevel,
  metricsSwitch,
  parsed,
  publicUrls,
  read,
  sandboxSwitch,
} from '../lib/config.ts'
import { parseTiers } from '../lib/core/access/tiers.ts'
import { assertPublicOnly, parseTryAccount } from '../lib/core/access/try-account.ts'
import { parseEgressAllow } from '../lib/core/network/address-policy.ts'
import { parseExitProxies } from '../lib/core/network/exit-proxies.ts'
import type { Network } from '../lib/core/network/public-address.ts'
import { parseWaits } from '../lib/core/requests/delivery-schedule.ts'
import type { OtlpSettings } from './metrics/otlp-exporter.ts'
import { stagesOf } from './tables.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

const portOf = (name: string) => {
  const message = `${name} must be an integer from 0 to 65535. 0 picks a free port.`
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((port) => port <= 65_535, message)
}

/**
 * Returns the headers of `name=value,name=value`, where values are percent-encoded, as the specification of OpenTelemetry says.
 * @throws Error for anything else
 */
const parseHeaders = (text: string): Record<string, string> => {
  try {
    const pairs = text.split(',').map((pair) => pair.trim())
    const headers = new Headers()
    for (const pair of pairs.filter((part) => part !== '')) {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? []
      headers.append(name.trim(), decodeURIComponent(value.trim()))
    }
    return Object.fromEntries(headers)
  } catch {
    throw new Error(
      'It must be name=value pairs of headers, separated by commas, with percent-encoded values.',
    )
  }
}

const drainSeconds = 'DRAIN_SECONDS must be an integer from 0 to 900.'

const LocalEnvironment = z.object({
  PORT: portOf('PORT').default(3000),
  METRICS_PORT: portOf('METRICS_PORT').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT'),
  OTEL_EXPORTER_OTLP_HEADERS: parsed('OTEL_EXPORTER_OTLP_HEADERS', parseHeaders),
  CLOUD: z.enum(['embedded', 'aws'], { error: 'CLOUD must be embedded or aws.' }).default('embedded'),
  HOST: z
    .string()
    .refine((host) => isIP(host) !== 0, 'HOST must be an IP address. 0.0.0.0 listens on all addresses.')
    .default('127.0.0.1'),
  ...publicUrls,
  DATA_DIR: z.string().min(1, 'DATA_DIR must name a folder.').default('.local'),
  CHROMIUM_PATH: chromiumPath,
  CHROMIUM_FLAGS: checked('CHROMIUM_FLAGS', parseChromiumFlags),
  SANDBOX: sandboxSwitch,
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, drainSeconds)
    .transform(Number)
    .refine((seconds) => seconds <= 900, drainSeconds)
    .default(10),
  LOG_LEVEL: logLevel,
  METRICS: metricsSwitch.default('off'),
  EGRESS_ALLOW: checked('EGRESS_ALLOW', parseEgressAllow),
  EXIT_PROXIES: checked('EXIT_PROXIES', parseExitProxies),
  PLANS: checked('PLANS', parseTiers),
  TRUSTED_PROXIES: parsed('TRUSTED_PROXIES', parseTrustedProxies),
  TRY_ACCOUNT: checked('TRY_ACCOUNT', parseTryAccount),
  WEBHOOK_RETRY_SECONDS: checked('WEBHOOK_RETRY_SECONDS', parseWaits),
})

/** Settings of `npm start`. Settings of the functions are passed on unchanged. */
export interface LocalConfig {
  port: number
  /** The address that the API listens on. The embedded cloud always listens on loopback. */
  host: string
  dataDir: string
  /** The variables of the functions of the stage on AWS that it uses instead of the embedded cloud. */
  stage: Readonly<Record<string, string>> | undefined
  /** The port that serves metrics to Prometheus. Undefined if none does. */
  metricsPort: number | undefined
  /** Where metrics are sent. Undefined if they are not. */
  otlp: OtlpSettings | undefined
  /** Whether the metrics of the functions are printed next to their log lines. */
  printsMetrics: boolean
  /** The time that requests and background work in progress have to end after SIGTERM. */
  drainMs: number
  /** The account that renders pages for visitors of the landing page: its id, `demo` or `off`. */
  tryAccount: string
  /** IP addresses and ranges of proxies whose `X-Forwarded-For` counts. */
  trustedProxies: readonly Network[]
  functionEnvironment: Readonly<Record<string, string>>
}

/** Without them, the functions would use the names of the embedded cloud. */
const stageVariables = [
  'STAGE',
  'PUBLIC_URL',
  ...tableNames.map(toTableVariable),
  'RESULTS_BUCKET',
  'STORAGE_KEY',
  'RENDER_QUEUE_URL',
  'RENDER_QUEUE_ARN',
  'WEBHOOK_QUEUE_URL',
  'SCHEDULE_GROUP',
  'SCHEDULER_ROLE_ARN',
  'SCHEDULE_DEAD_LETTER_ARN',
]

const optionalStageVariables = ['CACHE_URL', 'SERVICE_HOSTS', 'ALERT_EMAIL_FROM', 'ALERT_EMAIL_RECEIVERS']

/** Returns the variables of a stage, and those with which the SDK finds its credentials, its region and its endpoints. */
const readStage = (environment: Environment): Readonly<Record<string, string>> => {
  const missing = stageVariables.filter((name) => !environment[name])
  if (missing.length > 0)
    throw new ConfigError(
      `CLOUD=aws requires the variables of a function of the stage. Set ${missing.join(', ')} as docs/operate/container.md describes.`,
    )
  const isPassed = (name: string) =>
    stageVariables.includes(name) ||
    optionalStageVariables.includes(name) ||
    (name.startsWith('AWS_') && !/^AWS_(?:LAMBDA_|EXECUTION_ENV)/.test(name))
  const stage = Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && isPassed(entry[0]),
    ),
  )
  if (stage['STAGE'] === 'local')
    throw new ConfigError('STAGE must name a stage on AWS, because CLOUD is aws.')
  const stages = stagesOf((name) => stage[toTableVariable(name)] ?? '')
  if (stages.length > 1)
    throw new ConfigError(
      `The variables *_TABLE must name the tables of one stage, not of ${stages.join(' and ')}.`,
    )
  loadConfig({ ...stage, EGRESS_ALLOW: environment['EGRESS_ALLOW'] })
  return stage
}

/** @throws ConfigError with one sentence for each invalid setting */
export const loadLocalConfig = (environment: Environment): LocalConfig => {
  const {
    PORT,
    METRICS_PORT,
    CLOUD,
    HOST,
    DATA_DIR,
    DRAIN_SECONDS,
    TRUSTED_PROXIES: trustedProxies,
    TRY_ACCOUNT,
    METRICS,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    ...settings
  } = read(LocalEnvironment, environment)
  if (METRICS_PORT === PORT && PORT !== 0)
    throw new ConfigError('METRICS_PORT must differ from PORT, because the metrics have a separate port.')
  const allow = parseEgressAllow(settings.EGRESS_ALLOW)
  assertSetting('TRY_ACCOUNT', () => assertPublicOnly(parseTryAccount(TRY_ACCOUNT), allow))
  const printsMetrics = METRICS === 'on'
  const functionEnvironment = withoutUndefined({
    ...settings,
    METRICS: printsMetrics || METRICS_PORT !== undefined || endpoint !== undefined ? 'on' : 'off',
  })
  const stage = CLOUD === 'aws' ? readStage(environment) : undefined
  const isOpen = stage === undefined && allow.names.length + allow.networks.length === 0
  const tryAccount = TRY_ACCOUNT || (isOpen ? 'demo' : 'off')
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    stage,
    metricsPort: METRICS_PORT,
    otlp: endpoint === undefined ? undefined : { endpoint, headers },
    printsMetrics,
    drainMs: DRAIN_SECONDS * 1000,
    tryAccount,
    trustedProxies,
    functionEnvironment,
  }
}
