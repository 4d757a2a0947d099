/**
 * What the SST CLI takes for Pulumi: it runs the program that the CLI has made under the same mocks as the tests, and writes the
 * resources down. Started by run.ts's shim with Pulumi's own arguments, in the folder that the CLI has prepared.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installMockMonitor } from '../synth/mock-monitor.ts'

const { CONFORMANCE_PLATFORM = '', CONFORMANCE_OUT = '', SST_AWS_REGION = '' } = process.env
const parameters = process.argv.slice(2)
const argumentOf = (name: string) => parameters[parameters.indexOf(name) + 1] ?? ''
// The program changes it.
const startedIn = process.cwd()

const writeState = (app: string, stage: string) => {
  const folder = join(startedIn, '.pulumi', 'stacks', app)
  mkdirSync(folder, { recursive: true })
  const manifest = { time: '2026-01-01T00:00:00Z', magic: '', version: '' }
  const checkpoint = { stack: `organization/${app}/${stage}`, latest: { manifest, resources: [] } }
  writeFileSync(join(folder, `${stage}.json`), JSON.stringify({ version: 3, checkpoint }))
}

const preview = async () => {
  const project = readFileSync('Pulumi.yaml', 'utf8')
  const read = (key: string) => new RegExp(`^${key}:\\s*(.*)$`, 'm').exec(project)?.[1]?.trim() ?? ''
  const [app, program] = [read('name'), read('main')]
  const stage = argumentOf('--stack').split('/')[2] ?? ''
  const eventLog = argumentOf('--event-log')
  const { pulumi, resources } = await installMockMonitor(
    CONFORMANCE_PLATFORM,
    { name: app, stage },
    SST_AWS_REGION,
  )
  process.on('exit', () => {
    writeFileSync(CONFORMANCE_OUT, JSON.stringify(resources))
    const summaryEvent = { maybeCorrupt: false, durationSeconds: 0, resourceChanges: {}, PolicyPacks: {} }
    writeFileSync(eventLog, `${JSON.stringify({ sequence: 0, timestamp: 0, summaryEvent })}\n`)
    writeState(app, stage)
  })
  await pulumi.runtime.runInPulumiStack(async () => (await import(pathToFileURL(program).href)).default)
}

if (parameters[0] === 'stack') {
  const [, app = '', stage = ''] = (parameters[2] ?? '').split('/')
  writeState(app, stage)
} else await preview()
