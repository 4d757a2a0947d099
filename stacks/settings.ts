import { type FunctionEntry, queueFunctions } from '../infra/functions.ts'
import { parseChromiumFlags } from '../lib/chromium-flags.ts'
import { parseTiers } from '../lib/core/access/tiers.ts'
import { assertPublicOnly, parseTryAccount } from '../lib/core/access/try-account.ts'
import { type AlertEmail, parseAlertEmail } from '../lib/core/events/alert-email.ts'
import { parseCanaryUrl } from '../lib/core/network/canary-url.ts'
import { assertProductionAllow, parseEgressAllow } from '../lib/core/network/egress-allow.ts'
import { parseWaits } from '../lib/core/requests/delivery-schedule.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Settings of a deployment, from environment variables or a `.env` file next to sst.config.ts (`.env.<stage>` for one stage).
 * Secrets are set with `sst secret set` instead.
 */
export interface Settings {
  /** `AWS_REGION`, default eu-central-1. */
  region: string
  /** `DOMAIN`: the service's domain name, in a hosted zone of Route 53 unless a certificate is given. Required in the stage `production`. */
  domain: string | undefined
  /** `CERTIFICATE_ARN`: a certificate for the domain, in us-east-1. The stage then creates no DNS records. */
  certificateArn: string | undefined
  /** `EDGE_KEYS`: names of the keys that the API accepts from CloudFront, which sends the first. Default `1`. */
  edgeKeys: readonly string[]
  /** `WEB_ACL_ARN`: a web ACL of scope CLOUDFRONT, attached to the distribution. */
  webAclArn: string | undefined
  /** `WAF_RATE_PER_5_MINUTES`: the most requests of one IP address to the API. `off` creates no web ACL for the API. Required in the stage `production`. */
  wafRatePer5Minutes: number | undefined
  /** `ALARM_EMAIL`: receives alarms. Required in the stage `production`. */
  alarmEmail: string | undefined
  /** `BACKUP_REGION`: gets a copy of the accounts, their counters and tasks every day. Unset, no copy is made. */
  backupRegion: string | undefined
  /** `EDGE_LOGS=on` logs the requests that CloudFront receives, without query strings. */
  edgeLogs: boolean
  /** `PERMISSIONS_BOUNDARY_ARN`: the policy that bounds every role of the stage. */
  permissionsBoundary: string | undefined
  /** `BUDGET_USD`: the AWS account's cost of a month, or `off`. Creates a budget and an alarm on the cost of renders. Requires `ALARM_EMAIL`. Required in the stage `production`. */
  budgetUsd: number | undefined
  /** `LOG_LEVEL`: info, warn or error; default info. */
  logLevel: string
  /** `EGRESS_ALLOW`: hosts and networks that pages may reach in addition to the public internet. */
  egressAllow: string
  /** `VPC_SUBNETS`, `VPC_SECURITY_GROUPS`: where the functions run that visit pages and call webhooks. Unset, they are in no VPC. */
  vpc: { privateSubnets: string[]; securityGroups: string[] } | undefined
  /** `CHROMIUM_FLAGS`: flags for Chromium's command line, after the service's own. */
  chromiumFlags: string
  /** `PLANS`: changes to the table of plans, as JSON. */
  plans: string
  /** `WEBHOOK_RETRY_SECONDS`: the waits between the attempts of a webhook. */
  webhookRetrySeconds: string
  /** `TRY_ACCOUNT`: the id of the account that renders pages for visitors of the landing page. Unset, it renders none. */
  tryAccount: string | undefined
  /** `ALERT_EMAIL_FROM`, `ALERT_EMAIL_RECEIVERS`: the sender of alerts by email, and who may receive them. Unset, none are sent. */
  alertEmail: AlertEmail | undefined
  /**
   * `RENDER_MEMORY_MB`, `RENDER_WORKER_MEMORY_MB`, `LIGHT_MEMORY_MB`: undefined keeps the sizes of infra/functions.ts, and that of the
   * worker is then the one of all functions that render.
   */
  renderMemoryMb: number | undefined
  renderWorkerMemoryMb: number | undefined
  lightMemoryMb: number | undefined
  /** `RENDER_WORKERS_MAX`, default 3: background renders in parallel. */
  renderWorkersMax: number
  /** `RENDER_POLLERS_MIN`: pollers of the render queue that are always ready, in provisioned mode. Unset, Lambda adds 300 renders a minute. */
  renderPollersMin: number | undefined
  /** `WEBHOOK_WORKERS_MAX`, default 2: batches of webhooks in parallel. */
  webhookWorkersMax: number
  /**
   * `RENDER_RESERVED_CONCURRENCY`: what each function of the API that renders keeps for itself and cannot exceed. Unset, they
   * share the account's; a new account has ten in all and refuses any reservation.
   */
  renderReservedConcurrency: number | undefined
  /** `API_REQUESTS_PER_SECOND`, default 100, and `API_REQUESTS_BURST`, default 200: limits of each path of the API, all callers together. */
  apiRequestsPerSecond: number
  apiRequestsBurst: number
  /** `CANARY_URL`: a public page that the canary renders in the background. Unset, it renders only the demo page. */
  canaryUrl: string | undefined
  /** `PREBUILT=true` deploys dist/functions/ and generated/site/ as they are. Otherwise they are built first. */
  prebuilt: boolean
}

/** Returns the memory of a function in this stage. */
export const memoryMbOf = (
  { name, renders, images, memoryMb }: FunctionEntry,
  { renderMemoryMb, renderWorkerMemoryMb, lightMemoryMb }: Settings,
): number => {
  if (!renders) return images ? memoryMb : Math.max(lightMemoryMb ?? 0, memoryMb)
  const workerMb = name === queueFunctions.renderWorker.name ? renderWorkerMemoryMb : undefined
  return workerMb ?? renderMemoryMb ?? memoryMb
}

/** The protected stage: `sst remove` is rejected, and its data is retained. */
export const productionStage = 'production'

/** @throws Error with one sentence that names the wrong setting */
export const readSettings = (environment: Environment, stage: string): Settings => {
  const free = (name: string) => environment[name]?.trim() ?? ''
  const text = (name: string) => free(name) || undefined
  const settings: Settings = {
    region: text('AWS_REGION') ?? 'eu-central-1',
    domain: text('DOMAIN'),
    certificateArn: text('CERTIFICATE_ARN'),
    edgeKeys: readList(text('EDGE_KEYS') ?? '1'),
    webAclArn: text('WEB_ACL_ARN'),
    // The range of WAF: https://docs.aws.amazon.com/waf/latest/APIReference/API_RateBasedStatement.html
    wafRatePer5Minutes: readLimit(environment, stage, 'WAF_RATE_PER_5_MINUTES', [10, 2_000_000_000]),
    alarmEmail: text('ALARM_EMAIL'),
    backupRegion: text('BACKUP_REGION'),
    edgeLogs: readSwitch(environment, 'EDGE_LOGS'),
    permissionsBoundary: text('PERMISSIONS_BOUNDARY_ARN'),
    budgetUsd: readLimit(environment, stage, 'BUDGET_USD', [1, 10_000_000]),
    logLevel: text('LOG_LEVEL') ?? 'info',
    egressAllow: free('EGRESS_ALLOW'),
    vpc: readVpc(text('VPC_SUBNETS'), text('VPC_SECURITY_GROUPS')),
    chromiumFlags: free('CHROMIUM_FLAGS'),
    plans: free('PLANS'),
    webhookRetrySeconds: free('WEBHOOK_RETRY_SECONDS'),
    tryAccount: named('TRY_ACCOUNT', () => parseTryAccount(free('TRY_ACCOUNT'))),
    alertEmail: parseAlertEmail(free('ALERT_EMAIL_FROM'), free('ALERT_EMAIL_RECEIVERS')),
    renderMemoryMb: readNumber(environment, 'RENDER_MEMORY_MB', [1769, 10_240]),
    renderWorkerMemoryMb: readNumber(environment, 'RENDER_WORKER_MEMORY_MB', [1769, 10_240]),
    lightMemoryMb: readNumber(environment, 'LIGHT_MEMORY_MB', [512, 10_240]),
    // Lambda requires a maximum concurrency of at least 2 for an event source. The defaults leave half of the ten executions of a new
    // account to the API.
    renderWorkersMax: readNumber(environment, 'RENDER_WORKERS_MAX', [2, 20_000]) ?? 3,
    // https://docs.aws.amazon.com/lambda/latest/api/API_ProvisionedPollerConfig.html
    renderPollersMin: readNumber(environment, 'RENDER_POLLERS_MIN', [2, 200]),
    webhookWorkersMax: readNumber(environment, 'WEBHOOK_WORKERS_MAX', [2, 1000]) ?? 2,
    renderReservedConcurrency: readNumber(environment, 'RENDER_RESERVED_CONCURRENCY', [1, 100_000]),
    apiRequestsPerSecond: readNumber(environment, 'API_REQUESTS_PER_SECOND', [1, 10_000]) ?? 100,
    apiRequestsBurst: readNumber(environment, 'API_REQUESTS_BURST', [1, 5_000]) ?? 200,
    canaryUrl: named('CANARY_URL', () => parseCanaryUrl(free('CANARY_URL'), readList(free('DOMAIN')))),
    prebuilt: text('PREBUILT') === 'true',
  }
  assertSettings(settings, stage)
  return settings
}

const readList = (text: string) => text.split(',').map((name) => name.trim())

const readVpc = (subnets: string | undefined, groups: string | undefined) => {
  if (!subnets && !groups) return undefined
  const vpc = { privateSubnets: readList(subnets ?? ''), securityGroups: readList(groups ?? '') }
  const areIds = (ids: string[], prefix: string) =>
    ids.every((id) => new RegExp(`^${prefix}-[0-9a-f]+$`).test(id))
  if (areIds(vpc.privateSubnets, 'subnet') && areIds(vpc.securityGroups, 'sg')) return vpc
  throw new Error(
    'VPC_SUBNETS and VPC_SECURITY_GROUPS must be set together, to IDs separated by commas: subnet-0a1b,subnet-2c3d and sg-4e5f.',
  )
}

const readNumber = (environment: Environment, name: string, [min, max]: [number, number]) => {
  const text = environment[name]?.trim()
  if (!text) return undefined
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new Error(`${name} must be an integer from ${min} to ${max}.`)
}

const readSwitch = (environment: Environment, name: string) => {
  const text = environment[name]?.trim() || 'off'
  if (text === 'on' || text === 'off') return text === 'on'
  throw new Error(`${name} must be on or off.`)
}

/** Reads a limit of cost or of abuse. A service that is paid for must not lack it by oversight. */
const readLimit = (environment: Environment, stage: string, name: string, bounds: [number, number]) => {
  const text = environment[name]?.trim()
  if (text === 'off') return undefined
  if (!text && stage === productionStage)
    throw new Error(`${name} must be set for the stage production, to a number or to \`off\`.`)
  return readNumber(environment, name, bounds)
}

const logLevels = ['info', 'warn', 'error']

const assertSettings = (settings: Settings, stage: string) => {
  assertRegions(settings)
  if (stage === 'local')
    throw new Error('The stage must not be named `local`, which is reserved for the local service.')
  // The longest name is that of the bucket stillframe-<stage>-results-<account>-<region>, and S3 allows 63 characters.
  if (!/^[a-z][a-z0-9-]{0,15}$/.test(stage))
    throw new Error('The stage must have 1 to 16 characters of a-z, 0-9 and -, the first one a letter.')
  // CloudFront's own certificate comes with TLS 1.0 (https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_ViewerCertificate.html).
  if (stage === productionStage && settings.domain === undefined)
    throw new Error(
      'DOMAIN must be set for the stage production, because CloudFront accepts TLS 1.0 without a custom domain. Other stages do not need it.',
    )
  if (stage === productionStage && settings.alarmEmail === undefined)
    throw new Error(
      'ALARM_EMAIL must be set for the stage production, because its alarms would reach no one.',
    )
  if (settings.alarmEmail && !/^[^@\s]+@[^@\s]+$/.test(settings.alarmEmail))
    throw new Error('ALARM_EMAIL must be an email address.')
  if (settings.budgetUsd !== undefined && settings.alarmEmail === undefined)
    throw new Error('BUDGET_USD requires ALARM_EMAIL, because the budget would warn no one.')
  if (!logLevels.includes(settings.logLevel))
    throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`)
  assertEdge(settings)
  assertPollers(settings)
  named('CHROMIUM_FLAGS', () => parseChromiumFlags(settings.chromiumFlags))
  named('EGRESS_ALLOW', () => assertProductionAllow(parseEgressAllow(settings.egressAllow)))
  named('PLANS', () => parseTiers(settings.plans))
  named('WEBHOOK_RETRY_SECONDS', () => parseWaits(settings.webhookRetrySeconds))
  assertLength(settings)
  named('TRY_ACCOUNT', () => assertPublicOnly(settings.tryAccount, parseEgressAllow(settings.egressAllow)))
}

/** Resources are named `arn:aws:`, and response streaming is not available elsewhere. */
const assertRegions = ({ region, backupRegion }: Settings) => {
  for (const [name, given] of Object.entries({ AWS_REGION: region, BACKUP_REGION: backupRegion ?? region }))
    if (!/^(?!cn-)[a-z]{2}-[a-z]+-\d$/.test(given))
      throw new Error(
        `${name} must be a commercial region such as eu-central-1. The service does not run in China or GovCloud.`,
      )
  if (backupRegion === region) throw new Error('BACKUP_REGION must be another region than AWS_REGION.')
}

/** Lambda allows 4,096 bytes of variables. The names of resources need the rest: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const freeTextBytesMax = 2_000

/** Returns the variables of the functions whose length a setting decides. */
export const toFreeTexts = (settings: Settings): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      PLANS: settings.plans,
      WEBHOOK_RETRY_SECONDS: settings.webhookRetrySeconds,
      CHROMIUM_FLAGS: settings.chromiumFlags,
      EGRESS_ALLOW: settings.egressAllow,
      CANARY_URL: settings.canaryUrl ?? '',
      ALERT_EMAIL_FROM: settings.alertEmail?.from ?? '',
      ALERT_EMAIL_RECEIVERS: settings.alertEmail?.receivers.join() ?? '',
    }).filter(([, text]) => text),
  )

/** A deployment would otherwise fail after some of the functions. */
const assertLength = (settings: Settings) => {
  const texts = Object.entries(toFreeTexts(settings))
  const bytes = texts.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)
  if (bytes > freeTextBytesMax)
    throw new Error(
      `${texts.map(([name]) => name).join(', ')} have ${bytes} bytes together. The variables of a function have room for ${freeTextBytesMax}.`,
    )
}

/** Each poller invokes at most ten workers: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
export const workersPerPoller = 10

const assertPollers = ({ renderWorkersMax, renderPollersMin }: Settings) => {
  if (renderPollersMin === undefined && renderWorkersMax > 1000)
    throw new Error('RENDER_WORKERS_MAX above 1000 requires RENDER_POLLERS_MIN.')
  if (renderPollersMin !== undefined && renderPollersMin * workersPerPoller > renderWorkersMax)
    throw new Error(
      `RENDER_POLLERS_MIN is ${renderPollersMin}, for ${renderPollersMin * workersPerPoller} workers. RENDER_WORKERS_MAX must be at least that many.`,
    )
}

const assertEdge = ({ domain, certificateArn, webAclArn, edgeKeys }: Settings) => {
  if (certificateArn && !domain)
    throw new Error('CERTIFICATE_ARN requires DOMAIN, the domain of the certificate.')
  if (certificateArn && !/^arn:aws:acm:us-east-1:\d{12}:certificate\//.test(certificateArn))
    throw new Error('CERTIFICATE_ARN must be the ARN of a certificate in us-east-1.')
  if (!edgeKeys.every((name) => /^[a-z0-9]{1,16}$/.test(name)) || new Set(edgeKeys).size < edgeKeys.length)
    throw new Error(
      'EDGE_KEYS must be different names of 1 to 16 characters of a-z and 0-9, separated by commas.',
    )
  if (webAclArn && !/^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\//.test(webAclArn))
    throw new Error('WEB_ACL_ARN must be the ARN of a web ACL of scope CLOUDFRONT, in us-east-1.')
}

const named = <T>(name: string, check: () => T): T => {
  try {
    return check()
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`)
  }
}
