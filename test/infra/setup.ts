import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { root } from './synth/bundle-config.ts'
import type { Graph } from './synth/graph.ts'
import { synthesize } from './synth/run-synth.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the stage `production`, with every setting that adds something. */
    graph: Graph
  }
}

/** The value of the one secret; it must not be found anywhere in the graph. */
export const secretText = 'us=http://customer:sentinel-password@exit.example:8080'

export const productionEnvironment = {
  DOMAIN: 'render.example.com',
  WEB_ACL_ARN: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/guard/0a1b',
  WAF_RATE_PER_5_MINUTES: '3000',
  ALARM_EMAIL: 'oncall@example.com',
  EGRESS_ALLOW: 'intranet.example.com',
  PLANS: '{"free":{"quota":500}}',
  RENDER_RESERVED_CONCURRENCY: '20',
  PREBUILT: 'true',
}

/** Synthesises once for all test files. */
export const setup = async (project: TestProject) => {
  execFileSync(process.execPath, [join(root, 'scripts', 'sst-install.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const graph = await synthesize({
    stage: 'production',
    environment: productionEnvironment,
    secrets: { ExitProxies: secretText },
  }).catch(failed)
  project.provide('graph', graph)
}

/** Thrown here, it would end the other projects' tests as well. */
const failed = (error: Error): Graph => ({
  app: {},
  outputs: undefined,
  resources: [],
  builds: [],
  unmocked: [],
  failures: [error.message],
})
