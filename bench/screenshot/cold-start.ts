import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiFunctions, type FunctionEntry } from '../../infra/functions.ts'
import { silentLogger } from '../../lib/base/logger.ts'
import { parseEgressAllow } from '../../lib/core/network/address-policy.ts'
import { createRenderReport } from '../../lib/core/telemetry/render-report.ts'
import { createBrowserHost } from '../../lib/render/browser/browser-host.ts'
import { installChromium } from '../../lib/render/browser/chromium-files.ts'
import { buildFunction } from '../../scripts/build.ts'
import { round } from '../statistics.ts'

const entry = apiFunctions.find(({ name }) => name === 'screenshot') as FunctionEntry

/** Measures the parts of a cold start in ms, each separately. On Lambda, inflating and loading code overlap. */
export const measureColdStart = async (assetsDir: string) => {
  const temporaryDir = await mkdtemp(join(tmpdir(), 'bench-cold-'))
  try {
    const startedMs = performance.now()
    await installChromium(temporaryDir)
    const inflatedMs = performance.now()
    return {
      inflate: round(inflatedMs - startedMs, 0),
      launch: round(await measureLaunch(assetsDir, temporaryDir), 0),
      importsOfHit: round(await measureImports(temporaryDir, entry), 0),
      // The modules that the first render loads in addition. Both share the clients and the configuration.
      importsOfRender: round(
        await measureImports(temporaryDir, {
          ...entry,
          name: 'browser',
          file: 'functions/browser.ts',
        }),
        0,
      ),
    }
  } finally {
    await rm(temporaryDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

/** From the log line, which does not include opening a page. */
const measureLaunch = async (assetsDir: string, temporaryDir: string) => {
  let launchMs = 0
  const info = (fields: { installMs?: number; launchMs?: number }, message: string) => {
    if (message === 'browser launched') launchMs = (fields.installMs ?? 0) + (fields.launchMs ?? 0)
  }
  await using browser = createBrowserHost({ assetsDir, temporaryDir, log: { ...silentLogger, info } })
  const options = {
    egress: { policy: { allow: parseEgressAllow(''), serviceHosts: [] } },
    gpuRendering: false,
    report: createRenderReport(),
    signal: AbortSignal.timeout(30_000),
  }
  await browser.withPage(options, async () => {})
  return launchMs
}

const measureImports = async (temporaryDir: string, bundled: FunctionEntry) => {
  const outDir = await buildFunction(bundled, temporaryDir)
  const script = `globalThis.awslambda={streamifyResponse:(h)=>h,HttpResponseStream:{}};const s=performance.now();await import(${JSON.stringify(join(outDir, 'index.mjs'))});process.stdout.write(String(performance.now()-s));process.exit(0)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH, AWS_REGION: 'us-east-1', LAMBDA_TASK_ROOT: outDir },
  })
  return Number(stdout)
}
