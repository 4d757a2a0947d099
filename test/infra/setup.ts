import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { root } from './synth/bundle-config.ts'
import type { Graph, SynthOptions } from './synth/graph.ts'
import { synthesize } from './synth/run-synth.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that gets the graphs of `stages`. */
    graphFolder: string
  }
}

/** The values of the secrets, which must not be found anywhere in the graph. */
export const canaryKey = 'sentinel-key'
export const secretText = 'us=http://customer:sentinel-password@exit.example:8080'

export const productionEnvironment = {
  DOMAIN: 'render.example.com',
  WEB_ACL_ARN: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/guard/0a1b',
  WAF_RATE_PER_5_MINUTES: '3000',
  ALARM_EMAIL: 'oncall@example.com',
  ALERT_EMAIL_FROM: 'alerts@example.com',
  ALERT_EMAIL_RECEIVERS: 'example.com,ops@example.org',
  BUDGET_USD: '500',
  BACKUP_REGION: 'eu-west-1',
  EDGE_LOGS: 'on',
  CANARY_URL: 'https://www.example.org/',
  EGRESS_ALLOW: 'intranet.example.com',
  PLANS: '{"free":{"quota":500}}',
  WEBHOOK_RETRY_SECONDS: '5,300,1800,7200',
  RENDER_RESERVED_CONCURRENCY: '20',
  PREBUILT: 'true',
}

export const networkEnvironment = {
  PREBUILT: 'true',
  DOMAIN: 'render.example.com',
  CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b',
  EDGE_KEYS: '2,1',
  VPC_SUBNETS: 'subnet-0a1b,subnet-2c3d',
  VPC_SECURITY_GROUPS: 'sg-4e5f',
  WAF_RATE_PER_5_MINUTES: '3000',
  RENDER_WORKERS_MAX: '1050',
  RENDER_POLLERS_MIN: '100',
  PERMISSIONS_BOUNDARY_ARN: 'arn:aws:iam::123456789012:policy/stillframe-trial-boundary',
}

const stages = {
  /** With every setting that adds something. */
  production: {
    stage: 'production',
    environment: productionEnvironment,
    secrets: { ExitProxies: secretText, CanaryKey: canaryKey },
  },
  trial: {
    stage: 'trial',
    environment: { PREBUILT: 'true', RENDER_MEMORY_MB: '2048', RENDER_WORKER_MEMORY_MB: '1769' },
    smallSite: true,
  },
  /** In a VPC, with a certificate of another account’s zone, whose edge key is replaced. */
  network: { stage: 'trial', environment: networkEnvironment, smallSite: true },
} satisfies Record<string, SynthOptions>

export type StageName = keyof typeof stages

/** Synthesises one stage after the other for all test files, while other tests run: `readGraph` waits for the end. */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'stillframe-graph-'))
  project.provide('graphFolder', folder)
  const installed = promisify(execFile)(process.execPath, [join(root, 'scripts', 'sst-install.mjs')])
  const write = async () => {
    for (const [name, options] of Object.entries<SynthOptions>(stages)) {
      const file = join(folder, `${name}.json`)
      const graph = await installed.then(() => synthesize(options)).catch(failed)
      await writeFile(`${file}.part`, JSON.stringify(graph))
      await rename(`${file}.part`, file)
    }
  }
  const written = write()
  return async () => {
    await written
    await rm(folder, { recursive: true })
  }
}

/** The tests of the graph throw it. Thrown here, it would end the other projects' tests as well. */
const failed = (error: Error): Graph => ({
  app: {},
  outputs: undefined,
  resources: [],
  builds: [],
  unmocked: [],
  failures: [error.message],
})
