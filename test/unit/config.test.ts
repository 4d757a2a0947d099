import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../lib/config.ts'
import { loadLocalConfig } from '../../local/config.ts'

describe('the settings of npm start', () => {
  test('have defaults', () => {
    expect(loadLocalConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.local',
      stage: undefined,
      metricsPort: undefined,
      otlp: undefined,
      drainMs: 10_000,
      printsMetrics: false,
      tryAccount: 'demo',
      trustedProxies: [],
      functionEnvironment: {
        CHROMIUM_FLAGS: '',
        LOG_LEVEL: 'info',
        SANDBOX: 'optional',
        METRICS: 'off',
        EGRESS_ALLOW: '',
        EXIT_PROXIES: '',
        WEBHOOK_RETRY_SECONDS: '',
        PLANS: '',
      },
    })
  })

  test('METRICS_PORT must differ from PORT, unless both are free ones', () => {
    for (const settings of [{ METRICS_PORT: '3000' }, { PORT: '9464', METRICS_PORT: '9464' }])
      expect(() => loadLocalConfig(settings)).toThrow('METRICS_PORT must differ from PORT')
    expect(loadLocalConfig({ PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0)
  })

  test.each(['0', '1', '65535'])('PORT accepts %s', (PORT) => {
    expect(loadLocalConfig({ PORT }).port).toBe(Number(PORT))
  })

  test.each([
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '901'],
    ['DRAIN_SECONDS', '1.5'],
    ['PORT', '3000.5'],
    ['PORT', ''],
    ['DATA_DIR', ''],
    ['CHROMIUM_FLAGS', '--headless no'],
    ['CHROMIUM_PATH', 'chromium'],
    ['CHROMIUM_PATH', '/nonexistent/chromium'],
    ['CHROMIUM_PATH', '/tmp'],
    ['LOG_LEVEL', 'verbose'],
    ['SANDBOX', 'on'],
    ['TRUSTED_PROXIES', 'localhost'],
    ['METRICS', 'yes'],
    ['METRICS_PORT', 'nine'],
    ['METRICS_PORT', ''],
    ['CLOUD', 'azure'],
    ['EGRESS_ALLOW', '10.0.0.0/99'],
    ['EGRESS_ALLOW', 'http://example.com/'],
    ['EXIT_PROXIES', 'us'],
    ['EXIT_PROXIES', 'us=ftp://proxy.example:8080'],
    ['PLANS', '{"free": {"quota": -1}}'],
    ['TRY_ACCOUNT', 'everyone'],
    ['PUBLIC_URL', 'render.example.com:8080'],
    ['CACHE_URL', ''],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:secret@collector:4318'],
    ['CACHE_URL', 'https://files.example.com/cache?version=1'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=c'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%'],
  ])('an invalid %s stops the start with an error that names it', (name, value) => {
    expect(() => loadLocalConfig({ [name]: value })).toThrow(name)
  })

  test.each([
    [{}, false, 'off'],
    [{ METRICS: 'on' }, true, 'on'],
    [{ METRICS_PORT: '9464' }, false, 'on'],
    [{ METRICS_PORT: '0', METRICS: 'on' }, true, 'on'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, false, 'on'],
  ])('with %o, metrics are printed: %s, and written by the functions: %s', (settings, isPrinted, METRICS) => {
    const { printsMetrics, functionEnvironment } = loadLocalConfig(settings)
    expect([printsMetrics, functionEnvironment]).toEqual([isPrinted, expect.objectContaining({ METRICS })])
  })

  test('a collector gets the headers of its setting, with decoded values', () => {
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi, x-scope = a=b',
    }
    expect(loadLocalConfig(settings).otlp).toEqual({
      endpoint: 'https://collector.example.com/otlp',
      headers: { authorization: 'Basic YTpi', 'x-scope': 'a=b' },
    })
  })

  test('the URLs at which callers reach the service are those of the functions', () => {
    const urls = { PUBLIC_URL: 'https://render.example.com', CACHE_URL: 'https://files.example.com/cache' }
    expect(loadLocalConfig(urls).functionEnvironment).toMatchObject(urls)
  })

  test.each([
    [{ EGRESS_ALLOW: '127.0.0.1' }, 'off'],
    [{ TRY_ACCOUNT: 'off' }, 'off'],
    [{ TRY_ACCOUNT: '679cSZ' }, '679cSZ'],
  ])('with %o, visitors of the landing page use the account "%s"', (settings, expected) => {
    expect(loadLocalConfig(settings).tryAccount).toBe(expected)
  })

  test('visitors of the landing page see no page of the network that only the operator allows', () => {
    const settings = { TRY_ACCOUNT: '679cSZ', EGRESS_ALLOW: '10.0.0.0/8' }
    expect(() => loadLocalConfig(settings)).toThrow('TRY_ACCOUNT: It must be off while EGRESS_ALLOW is set')
    expect(() => loadConfig({ ...settings, STAGE: 'local' })).toThrow('TRY_ACCOUNT')
    const stage = { STAGE: 'trial', PUBLIC_URL: 'https://stillframe.example', TRY_ACCOUNT: '679cSZ' }
    expect(loadConfig(stage).tryAccount).toBe('679cSZ')
    expect(loadConfig({ ...stage, TRY_ACCOUNT: '' }).tryAccount).toBeUndefined()
  })

  test('one error names every invalid setting', () => {
    const start = () => loadLocalConfig({ PORT: 'x', LOG_LEVEL: 'loud' })
    expect(start).toThrow(/PORT[\s\S]*LOG_LEVEL|LOG_LEVEL[\s\S]*PORT/)
  })

  test('a proxy password never appears in the message', () => {
    const start = () => loadLocalConfig({ EXIT_PROXIES: 'us=http://user:hunter2@proxy.example:70000' })
    expect(start).toThrow('EXIT_PROXIES')
    expect(start).not.toThrow('hunter2')
  })
})

describe('CLOUD=aws', () => {
  const stage = {
    STAGE: 'trial',
    PUBLIC_URL: 'https://render.example.com',
    ACCOUNTS_TABLE: 'trial-accounts',
    USAGE_TABLE: 'trial-usage',
    REQUESTS_TABLE: 'trial-requests',
    TASKS_TABLE: 'trial-tasks',
    CACHE_TABLE: 'trial-cache',
    RESULTS_BUCKET: 'trial-results',
    RENDER_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/000000000000/trial-render',
    RENDER_QUEUE_ARN: 'arn:aws:sqs:eu-central-1:000000000000:trial-render',
    WEBHOOK_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/000000000000/trial-webhook',
    SCHEDULE_GROUP: 'trial',
    SCHEDULER_ROLE_ARN: 'arn:aws:iam::000000000000:role/trial',
    SCHEDULE_DEAD_LETTER_ARN: 'arn:aws:sqs:eu-central-1:000000000000:trial-dead',
    STORAGE_KEY: 'arn:aws:kms:eu-central-1:000000000000:key/trial',
  }
  const load = (settings: object) => loadLocalConfig({ CLOUD: 'aws', ...settings })

  test('passes on the names of the stage and what the SDK reads, and nothing else', () => {
    const sdk = { AWS_REGION: 'eu-central-1', AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials' }
    const others = { AWS_EXECUTION_ENV: 'AWS_ECS_FARGATE', AWS_LAMBDA_FUNCTION_NAME: 'x', SECRET: 'x' }
    expect(load({ ...stage, ...sdk, ...others })).toMatchObject({
      stage: { ...stage, ...sdk },
      tryAccount: 'off',
    })
    expect(Object.keys(load({ ...stage, ...sdk, ...others }).stage ?? {})).toHaveLength(17)
  })

  test.each(Object.keys(stage))('does not start without %s', (name) => {
    expect(() => load({ ...stage, [name]: undefined })).toThrow(name)
  })

  test('keeps the rules of a stage', () => {
    expect(() => load({ ...stage, STAGE: 'local' })).toThrow('STAGE must name a stage on AWS')
    expect(() => load({ ...stage, EGRESS_ALLOW: '127.0.0.1' })).toThrow('EGRESS_ALLOW')
    expect(() => load({ ...stage, SERVICE_HOSTS: 'http://x/' })).toThrow('SERVICE_HOSTS')
  })

  test('refuses tables of several stages', () => {
    const tables = {
      ACCOUNTS_TABLE: 'stillframe-test-AccountsTable-bcdefghi',
      TASKS_TABLE: 'stillframe-production-TasksTable-efghijkl',
    }
    expect(() => load({ ...stage, ...tables })).toThrow(
      'The variables *_TABLE must name the tables of one stage, not of stillframe-test and stillframe-production.',
    )
  })

  test('without it, the names of a stage are ignored', () => {
    expect(loadLocalConfig(stage).stage).toBeUndefined()
  })
})

describe('the configuration of the functions', () => {
  test.each([
    { why: 'a laptop’s terminal stays readable', environment: {}, metrics: false },
    { why: 'unless they are requested', environment: { METRICS: 'on' }, metrics: true },
    { why: 'a deployed stage has them', environment: { STAGE: 'production' }, metrics: true },
    { why: 'and can do without', environment: { STAGE: 'production', METRICS: 'off' }, metrics: false },
  ])('metrics: $why', ({ environment, metrics }) => {
    expect(loadConfig({ PUBLIC_URL: 'https://api.example.com', ...environment }).metrics).toBe(metrics)
  })

  test('includes the platform in the hosts that no page may reach', () => {
    const config = loadConfig({
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4566',
      AWS_LAMBDA_RUNTIME_API: '127.0.0.1:9001',
      PUBLIC_URL: 'https://api.example.com/',
      SERVICE_HOSTS: 'cache.example.com, 127.0.0.1:3000',
    })
    expect(config.serviceHosts).toEqual([
      'cache.example.com',
      '127.0.0.1:3000',
      '127.0.0.1:4566',
      '127.0.0.1:9001',
      'api.example.com',
    ])
    expect(config.publicUrl).toBe('https://api.example.com')
  })

  test('names an invalid service host in the error', () => {
    expect(() => loadConfig({ SERVICE_HOSTS: 'http://cache.example.com/' })).toThrow('SERVICE_HOSTS')
  })

  test.each(['127.0.0.1', 'localhost', '169.254.169.254', '0.0.0.0/0', '::1'])(
    'a production stage does not start with an allowance for %s',
    (EGRESS_ALLOW) => {
      expect(() => loadConfig({ STAGE: 'production', EGRESS_ALLOW })).toThrow('EGRESS_ALLOW')
    },
  )

  test('a production stage accepts an allowance for a named network', () => {
    const settings = { STAGE: 'production', PUBLIC_URL: 'https://api.example.com' }
    expect(() => loadConfig({ ...settings, EGRESS_ALLOW: '10.20.0.0/16' })).not.toThrow()
  })
})
