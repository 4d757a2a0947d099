import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { root } from './synth/bundle-config.ts'
import type { Graph } from './synth/graph.ts'
import { synthesize } from './synth/run-synth.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that gets the graph of the stage `production`, with every setting that adds something. */
    graphFile: string
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
  EGRESS_ALLOW: 'intranet.example.com',
  PLANS: '{"free":{"quota":500}}',
  RENDER_RESERVED_CONCURRENCY: '20',
  PREBUILT: 'true',
}

/** Synthesises once for all test files, while other tests run: `readGraph` waits for the end. */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'stillframe-graph-'))
  const file = join(folder, 'graph.json')
  project.provide('graphFile', file)
  const written = synthesizeProduction().then(async (graph) => {
    await writeFile(`${file}.part`, JSON.stringify(graph))
    await rename(`${file}.part`, file)
  })
  return async () => {
    await written
    await rm(folder, { recursive: true })
  }
}

const synthesizeProduction = async (): Promise<Graph> => {
  try {
    await promisify(execFile)(process.execPath, [join(root, 'scripts', 'sst-install.mjs')])
    return await synthesize({
      stage: 'production',
      environment: productionEnvironment,
      secrets: { ExitProxies: secretText, CanaryKey: canaryKey },
    })
  } catch (error) {
    return failed(error as Error)
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
