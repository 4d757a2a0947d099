import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { functions } from '../../infra/functions.ts'
import { findMissingParts } from '../../stacks/build-parts.ts'
import { readSettings } from '../../stacks/settings.ts'
import { checkStatement } from './iam.ts'
import { readGraph } from './read-graph.ts'
import { networkEnvironment } from './setup.ts'
import { createStack, inlineStatements, listOf } from './stack.ts'
import { synthesize } from './synth/run-synth.ts'

const domain = {
  DOMAIN: 'render.example.com',
  ALARM_EMAIL: 'oncall@example.com',
  BUDGET_USD: 'off',
  WAF_RATE_PER_5_MINUTES: 'off',
}

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
    environment: { ...domain, DOMAIN: '' },
    says: /^DOMAIN /,
  },
  {
    why: 'the alarms of a production stage reach no one',
    stage: 'production',
    environment: { ...domain, ALARM_EMAIL: '' },
    says: /^ALARM_EMAIL must be set/,
  },
  {
    why: 'any account could send emails to strangers',
    stage: 'trial',
    environment: { ALERT_EMAIL_FROM: 'alerts@example.com' },
    says: /^ALERT_EMAIL_RECEIVERS must be/,
  },
  { why: 'a stage is not named local', stage: 'local', environment: {}, says: /must not be named `local`/ },
  { why: 'a stage’s name is too long', stage: 'a'.repeat(17), environment: {}, says: /1 to 16 characters/ },
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
  {
    why: 'visitors without a key could see internal pages',
    stage: 'trial',
    environment: { EGRESS_ALLOW: 'intranet.example', TRY_ACCOUNT: '679cSZ' },
    says: /^TRY_ACCOUNT: /,
  },
  { why: 'plans are no JSON', stage: 'trial', environment: { PLANS: 'free' }, says: /^PLANS: / },
  {
    why: 'a number is none',
    stage: 'trial',
    environment: { RENDER_WORKERS_MAX: 'all' },
    says: /^RENDER_WORKERS_MAX /,
  },
  {
    why: 'an event source adds no more than 1,000 workers',
    stage: 'trial',
    environment: { RENDER_WORKERS_MAX: '1001' },
    says: /^RENDER_WORKERS_MAX above 1000 requires RENDER_POLLERS_MIN/,
  },
  {
    why: 'pollers would invoke more workers than the most',
    stage: 'trial',
    environment: { RENDER_WORKERS_MAX: '50', RENDER_POLLERS_MIN: '6' },
    says: /^RENDER_POLLERS_MIN is 6, for 60 workers\. RENDER_WORKERS_MAX must be at least/,
  },
  ...['BUDGET_USD', 'WAF_RATE_PER_5_MINUTES'].map((name) => ({
    why: `a production stage has no limit by oversight: ${name}`,
    stage: 'production',
    environment: { ...domain, [name]: '' },
    says: new RegExp(`^${name} must be set for the stage production, to a number or to \`off\`\\.`),
  })),
  ...['cn-north-1', 'us-gov-west-1'].map((region) => ({
    why: `${region} has other ARNs`,
    stage: 'trial',
    environment: { AWS_REGION: region },
    says: /^AWS_REGION must be a commercial region/,
  })),
  {
    why: 'a copy in the same region is none',
    stage: 'trial',
    environment: { BACKUP_REGION: 'eu-central-1' },
    says: /^BACKUP_REGION must be another region/,
  },
  {
    why: 'a copy in another partition is not possible',
    stage: 'trial',
    environment: { BACKUP_REGION: 'cn-north-1' },
    says: /^BACKUP_REGION must be a commercial region/,
  },
  ...['https://render.example.com/', 'example.org', 'https://user:pw@example.org/'].map((url) => ({
    why: `the canary cannot render ${url}`,
    stage: 'trial',
    environment: { ...domain, CANARY_URL: url },
    says: /^CANARY_URL: It must be the http or https URL/,
  })),
  {
    why: 'a switch is none',
    stage: 'trial',
    environment: { EDGE_LOGS: 'yes' },
    says: /^EDGE_LOGS must be on or off/,
  },
  {
    why: 'the variables of a function are too long together',
    stage: 'trial',
    environment: {
      EGRESS_ALLOW: `${'a'.repeat(60)}.example,`.repeat(25),
      CHROMIUM_FLAGS: `--a=${'b'.repeat(400)}`,
    },
    says: /^CHROMIUM_FLAGS, EGRESS_ALLOW have 2\d\d\d bytes together\. The variables of a function have room for 2000\./,
  },
  {
    why: 'waits are none',
    stage: 'trial',
    environment: { WEBHOOK_RETRY_SECONDS: '5,soon' },
    says: /^WEBHOOK_RETRY_SECONDS: The waits must be/,
  },
  {
    why: 'bodies and sitemaps do not fit',
    stage: 'trial',
    environment: { LIGHT_MEMORY_MB: '256' },
    says: /^LIGHT_MEMORY_MB must be an integer from 512/,
  },
  { why: 'a level is none', stage: 'trial', environment: { LOG_LEVEL: 'loud' }, says: /^LOG_LEVEL / },
  {
    why: 'a web ACL is not one of CloudFront’s',
    stage: 'trial',
    environment: { WEB_ACL_ARN: 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/x/y' },
    says: /^WEB_ACL_ARN /,
  },
  {
    why: 'a certificate is of another region than CloudFront’s',
    stage: 'trial',
    environment: { ...domain, CERTIFICATE_ARN: 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b' },
    says: /^CERTIFICATE_ARN must be/,
  },
  {
    why: 'a budget would warn no one',
    stage: 'trial',
    environment: { BUDGET_USD: '500' },
    says: /^BUDGET_USD requires ALARM_EMAIL/,
  },
  {
    why: 'a key of the edge is there twice',
    stage: 'trial',
    environment: { EDGE_KEYS: '1,1' },
    says: /^EDGE_KEYS /,
  },
  {
    why: 'a VPC has no security group',
    stage: 'trial',
    environment: { VPC_SUBNETS: 'subnet-0a1b' },
    says: /^VPC_SUBNETS and VPC_SECURITY_GROUPS /,
  },
])('rejected: $why', ({ stage, environment, says }) => {
  expect(() => readSettings(environment, stage)).toThrow(says)
})

describe('a trial stage', { timeout: 120_000 }, () => {
  const trial = readGraph('trial')

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

  test('has the host name from CloudFront, and the memory of its settings', async () => {
    const { resources } = await trial
    const screenshot = resources.find(({ inputs }) => inputs['name'] === 'stillframe-trial-screenshot')
    expect(screenshot?.inputs).toMatchObject({
      memorySize: 2048,
      environment: { variables: { STAGE: 'trial', PUBLIC_URL: 'https://edgedistribution.cloudfront.net' } },
    })
    const worker = resources.find(({ inputs }) => inputs['name'] === 'stillframe-trial-render-worker')
    expect(worker?.inputs).toMatchObject({ memorySize: 1769 })
  })
})

describe('a stage in a VPC, with a certificate of another account’s zone, whose edge key is replaced', {
  timeout: 120_000,
}, () => {
  const graph = readGraph('network').then(createStack)

  test('runs only the functions that connect to hosts of callers in the VPC, and their code cannot change it', async () => {
    const stack = await graph
    const inVpc = stack.all('lambda/function').filter(({ inputs }) => inputs['vpcConfig'])
    expect(inVpc.map(({ inputs }) => inputs['name']).sort()).toEqual(
      [
        ...functions.filter(({ renders }) => renders).map(({ name }) => name),
        'webhook-worker',
        'batches',
        'account-storage',
      ]
        .map((name) => `stillframe-trial-${name}`)
        .sort(),
    )
    for (const fn of inVpc) {
      expect(fn.inputs['vpcConfig']).toEqual({
        subnetIds: ['subnet-0a1b', 'subnet-2c3d'],
        securityGroupIds: ['sg-4e5f'],
      })
      const ofNetwork = inlineStatements(stack.roleOf(fn)).filter(({ Action }) =>
        listOf(Action).includes('ec2:CreateNetworkInterface'),
      )
      const arn = `arn:aws:lambda:eu-central-1:123456789012:function:${fn.inputs['name']}`
      expect(ofNetwork.map(({ Effect, Condition }) => [Effect, Condition])).toEqual([
        ['Allow', undefined],
        ['Deny', { ArnEquals: { 'lambda:SourceFunctionArn': arn } }],
      ])
      const problems = (await Promise.all(ofNetwork.map(checkStatement))).flat()
      // Lambda itself acts with the role, on network interfaces that it names.
      expect(problems.filter((problem) => !problem.endsWith('can name its resources.'))).toEqual([])
    }
  })

  test('polls the render queue in provisioned mode, with as many workers as configured', async () => {
    const mappings = (await graph).all('lambda/eventSourceMapping').map(({ inputs }) => inputs)
    const [provisioned, ...others] = mappings.filter((inputs) => inputs['provisionedPollerConfig'])
    expect(others).toEqual([])
    expect(provisioned?.['functionName']).toMatch(/-render-worker$/)
    expect(provisioned?.['provisionedPollerConfig']).toEqual({ minimumPollers: 100, maximumPollers: 105 })
    // AWS refuses both.
    expect(provisioned).not.toHaveProperty('scalingConfig')
  })

  test('has a boundary for every role', async () => {
    for (const { name, inputs } of (await graph).all('iam/role'))
      expect([name, inputs['permissionsBoundary']]).toEqual([
        name,
        networkEnvironment.PERMISSIONS_BOUNDARY_ARN,
      ])
  })

  test('uses the certificate and creates no DNS record', async () => {
    const stack = await graph
    expect([...stack.all('acm/certificate'), ...stack.all('route53/record')]).toEqual([])
    expect(stack.one('cloudfront/distribution', 'EdgeDistribution').inputs).toMatchObject({
      aliases: ['render.example.com'],
      viewerCertificate: {
        acmCertificateArn: networkEnvironment.CERTIFICATE_ARN,
        minimumProtocolVersion: 'TLSv1.2_2021',
      },
    })
  })

  test('sends the first key and accepts both, so neither the edge nor the API refuses the other’s key', async () => {
    const stack = await graph
    const { origins } = stack.one('cloudfront/distribution', 'EdgeDistribution').inputs as {
      origins: { originId: string; customHeaders?: unknown }[]
    }
    expect(origins.find(({ originId }) => originId === 'api')?.customHeaders).toEqual([
      { name: 'x-api-key', value: 'value-of-EdgeKey2' },
    ])
    const plan = stack.one('apigateway/usagePlan', 'EdgePlan').id
    expect(stack.all('apigateway/usagePlanKey').map(({ inputs }) => inputs)).toEqual(
      ['key-EdgeKey2', 'key-EdgeKey1'].map((keyId) => expect.objectContaining({ keyId, usagePlanId: plan })),
    )
    const rules = JSON.stringify(stack.one('wafv2/webAcl', 'ApiWebAcl').inputs['rules'])
    for (const key of ['value-of-EdgeKey1', 'value-of-EdgeKey2']) expect(rules.split(key)).toHaveLength(3)
  })
})

test('sst dev ends with one sentence before any resource is created', async () => {
  const dev = synthesize({ stage: 'trial', environment: { PREBUILT: 'true' }, dev: true, smallSite: true })
  await expect(dev).rejects.toThrow(/^Error: sst dev is not supported\. /)
})

test('PREBUILT names every part that is missing', () => {
  const root = mkdtempSync(join(tmpdir(), 'stillframe-prebuilt-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const parts = findMissingParts(root)
  expect(parts).toHaveLength(functions.length + 5)
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
  await expect(wrong).rejects.toThrow('RENDER_WORKERS_MAX must be an integer from 2 to 20000.')
})
