/**
 * Runs sst.config.ts with SST's real components against Pulumi's mock monitor, and writes the graph of resources: what
 * `sst deploy` does up to where the engine would talk to AWS. It runs in a separate process, because components keep state in modules.
 *
 *   node test/infra/synth/synth.ts '{"stage":"production"}' graph.json
 */
import { mkdirSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findMissingParts } from '../../../stacks/build-parts.ts'
import { bundleApp, bundleProgram, platformDir, root, sstDir } from './bundle-config.ts'
import type { Build, Graph, SynthOptions } from './graph.ts'
import { installMockMonitor } from './mock-monitor.ts'
import { startRpcServer } from './rpc-server.ts'

enableCompileCache()

const [optionsText = '{}', outFile = '/dev/stdout'] = process.argv.slice(2)
const options = JSON.parse(optionsText) as SynthOptions
const { stage, secrets = {}, environment = {}, dev = false, smallSite = false } = options
Object.assign(process.env, environment)
for (const [name, value] of Object.entries(secrets)) process.env[`SST_SECRET_${name}`] = value

const workDir = join(sstDir, 'synth', String(process.pid))
mkdirSync(workDir, { recursive: true })

/** The project's files next to empty packages. A synthesis needs no build. */
const projectDir = join(workDir, 'project')
mkdirSync(projectDir, { recursive: true })
for (const name of ['infra', 'stacks', ...(smallSite ? [] : ['generated'])])
  symlinkSync(join(root, name), join(projectDir, name))
for (const path of findMissingParts(projectDir)) {
  // The links lead to the files of the repository, which stay as they are.
  if (!smallSite && !path.startsWith('dist/')) continue
  mkdirSync(dirname(join(projectDir, path)), { recursive: true })
  writeFileSync(join(projectDir, path), '')
}

const failures: string[] = []
const fail = (error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  // One error rejects every output that is made from it.
  if (!failures.includes(text)) failures.push(text)
}
const bundles = {
  app: join(platformDir, `app.${process.pid}.mjs`),
  program: join(platformDir, `program.${process.pid}.mjs`),
}
const load = async (file: string) => (await import(pathToFileURL(file).href)).default

const config = await load(await bundleApp(stage, bundles.app))
const app = { removal: 'retain', protect: false, ...config, stage }
const paths = { home: join(workDir, 'home'), root: projectDir, work: workDir, platform: platformDir }
await bundleProgram({
  app,
  cli: { command: dev ? 'dev' : 'deploy', dev, paths, state: { version: {} } },
  outfile: bundles.program,
  dev,
})

process.on('unhandledRejection', fail)
process.on('uncaughtException', fail)

const builds: Build[] = []
const rpc = await startRpcServer(workDir, builds)
const region: string = app.providers.aws.region
Object.assign(process.env, { SST_SERVER: rpc.url, SST_AWS_REGION: region })
const monitor = await installMockMonitor(platformDir, app, region)

let outputs: unknown
let hasSettled = false

// Work goes on after the program has returned; its end is an empty event loop. `exit` and not `beforeExit`: after a rejection
// some outputs never resolve, and Node leaves an unsettled top-level await with code 13 and no other word.
process.on('exit', () => {
  if (!hasSettled && failures.length === 0)
    failures.push('The program waits for an output that nothing resolves.')
  const { resources, unmocked } = monitor
  const graph: Graph = { app, outputs, resources, builds, unmocked: unmocked(), failures }
  writeFileSync(outFile, JSON.stringify(graph).replaceAll(projectDir, root))
  rmSync(workDir, { recursive: true, force: true })
  for (const file of Object.values(bundles))
    for (const end of ['', '.map']) rmSync(file + end, { force: true })
  if (failures.length > 0) writeSync(2, `${failures.join('\n\n')}\n`)
  process.exitCode = failures.length > 0 ? 1 : 0
})

try {
  outputs = await monitor.pulumi.runtime.runInPulumiStack(() => load(bundles.program))
} catch (error) {
  fail(error)
}
hasSettled = true
