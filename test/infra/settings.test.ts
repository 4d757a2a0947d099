import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { functions } from '../../infra/functions.ts'
import { findMissingParts } from '../../stacks/build-parts.ts'
import { readSettings } from '../../stacks/settings.ts'
import { synthesize } from './synth/run-synth.ts'

const domain = { DOMAIN: 'render.example.com', ALARM_EMAIL: 'oncall@example.com' }

test('a trial stage needs no setting', () => {
  expect(readSettings({}, 'trial')).toMatchObject({
    region: 'eu-central-1',
    domain: undefined,
    // Half of the ten executions of a new account are left to the API.
    renderWorkersMax: 3,
    webhookWorkersMax: 2,
    renderReservedConcurrency: undefined,
    prebuilt: false,
  })
})

test.each([
  {
    why: 'a production stage has TLS 1.0 without a domain',
    stage: 'production',
    environment: {},
    says: /^DOMAIN /,
  },
  {
    why: 'the alarms of a production stage reach no one',
    stage: 'production',
    environment: { DOMAIN: 'render.example.com' },
    says: /^ALARM_EMAIL must be set/,
  },
  {
    why: 'alarms are sent to something else than an email address',
    stage: 'trial',
    environment: { ALARM_EMAIL: 'oncall' },
    says: /^ALARM_EMAIL must be an email address/,
  },
  { why: 'a stage is not named local', stage: 'local', environment: {}, says: /must not be named `local`/ },
  { why: 'a stage’s name is too long', stage: 'a'.repeat(25), environment: {}, says: /1 to 24 characters/ },
  { why: 'a stage’s name is not one for resources', stage: 'My_Stage', environment: {}, says: /a-z, 0-9/ },
  {
    why: 'pages would reach this machine',
    stage: 'production',
    environment: { ...domain, EGRESS_ALLOW: '127.0.0.1' },
    says: /^EGRESS_ALLOW: /,
  },
  {
    why: 'pages would reach the credentials',
    stage: 'trial',
    environment: { EGRESS_ALLOW: '169.254.0.0/16' },
    says: /^EGRESS_ALLOW: /,
  },
  { why: 'plans are no JSON', stage: 'trial', environment: { PLANS: 'free' }, says: /^PLANS: / },
  {
    why: 'a number is none',
    stage: 'trial',
    environment: { RENDER_WORKERS_MAX: 'all' },
    says: /^RENDER_WORKERS_MAX /,
  },
  {
    why: 'a number is too small',
    stage: 'trial',
    environment: { RENDER_WORKERS_MAX: '1' },
    says: /from 2 to 1000/,
  },
  {
    why: 'a rate is below the lowest of WAF',
    stage: 'trial',
    environment: { WAF_RATE_PER_5_MINUTES: '9' },
    says: /from 10 to 2000000000/,
  },
  { why: 'a level is none', stage: 'trial', environment: { LOG_LEVEL: 'loud' }, says: /^LOG_LEVEL / },
  {
    why: 'a web ACL is not one of CloudFront’s',
    stage: 'trial',
    environment: { WEB_ACL_ARN: 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/x/y' },
    says: /^WEB_ACL_ARN /,
  },
])('rejected: $why', ({ stage, environment, says }) => {
  expect(() => readSettings(environment, stage)).toThrow(says)
})

describe('a trial stage', { timeout: 120_000 }, () => {
  const trial = synthesize({ stage: 'trial', environment: { PREBUILT: 'true', RENDER_MEMORY_MB: '2048' } })

  test('has no domain, no web ACL, no reservation and no exit proxies, and can be removed completely', async () => {
    const { app, resources, failures } = await trial
    expect(failures).toEqual([])
    expect(app).toMatchObject({ removal: 'remove', protect: false })
    const of = (type: string) => resources.filter((resource) => resource.type.startsWith(`aws:${type}:`))
    expect(of('acm/certificate')).toEqual([])
    expect(of('wafv2/webAcl')).toEqual([])
    for (const { options, inputs } of of('dynamodb/table')) {
      expect(options.retainOnDelete).toBeUndefined()
      expect(inputs['deletionProtectionEnabled']).toBe(false)
    }
    for (const { inputs } of of('s3/bucket')) expect(inputs['forceDestroy']).toBe(true)
    for (const { inputs } of of('lambda/function'))
      expect(inputs['reservedConcurrentExecutions']).toBeUndefined()
  })

  test('has the host name from CloudFront', async () => {
    const { resources } = await trial
    const screenshot = resources.find(({ inputs }) => inputs['name'] === 'stillframe-trial-screenshot')
    expect(screenshot?.inputs).toMatchObject({
      memorySize: 2048,
      environment: { variables: { STAGE: 'trial', PUBLIC_URL: 'https://edgedistribution.cloudfront.net' } },
    })
  })
})

test('sst dev ends with one sentence before any resource is created', async () => {
  const dev = synthesize({ stage: 'trial', environment: { PREBUILT: 'true' }, dev: true })
  await expect(dev).rejects.toThrow(/^Error: sst dev is not supported\. /)
})

test('PREBUILT names every part that is missing', () => {
  const root = mkdtempSync(join(tmpdir(), 'stillframe-prebuilt-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const parts = findMissingParts(root)
  expect(parts).toHaveLength(functions.length + 4)
  expect(parts).toEqual(
    expect.arrayContaining(['dist/functions/pdf/index.mjs', 'generated/site/docs/index.html']),
  )
  for (const path of parts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
  }
  expect(findMissingParts(root)).toEqual([])
})

test('an invalid setting ends the deployment before any resource is created', async () => {
  const wrong = synthesize({ stage: 'trial', environment: { PREBUILT: 'true', RENDER_WORKERS_MAX: '0' } })
  await expect(wrong).rejects.toThrow('RENDER_WORKERS_MAX must be an integer from 2 to 1000.')
})
