/**
 * npm run test:conformance: does test/infra/synth do what this version of the SST CLI does? Runs the real CLI (its
 * bundler, its server, its packages) with a fake AWS and a fake Pulumi on a copy of the project, and compares the two graphs. For
 * upgrades of sst; about half a minute.
 */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { functions } from '../../../infra/functions.ts'
import { platformDir, root, sstDir } from '../synth/bundle-config.ts'
import type { Resource } from '../synth/graph.ts'
import { synthesize } from '../synth/run-synth.ts'
import { startFakeAws } from './fake-aws.ts'

const stage = 'conformance'

/** The project with empty packages, because archives of Chromium take time. */
const copyProject = (folder: string) => {
  for (const path of [
    'sst.config.ts',
    'package.json',
    'stacks',
    'functions',
    'infra',
    'lib',
    'generated/site',
  ])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  cpSync(platformDir, join(folder, '.sst', 'platform'), { recursive: true, verbatimSymlinks: true })
  cpSync(join(sstDir, 'provider-lock.json'), join(folder, '.sst', 'provider-lock.json'))
  // With SST_LOG set the CLI does not make it.
  mkdirSync(join(folder, '.sst', 'log'))
  for (const { name } of functions) {
    mkdirSync(join(folder, 'dist', 'functions', name), { recursive: true })
    writeFileSync(join(folder, 'dist', 'functions', name, 'index.mjs'), 'export const handler = () => {}\n')
  }
}

/** In a private folder of the CLI's, where it can never be taken for a real one. */
const writeShim = (configDir: string) => {
  const shim = join(configDir, 'sst', 'bin', 'pulumi')
  mkdirSync(join(configDir, 'sst', 'bin'), { recursive: true })
  const program = join(import.meta.dirname, 'fake-pulumi.ts')
  writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" --no-warnings "${program}" "$@"\n`)
  chmodSync(shim, 0o755)
}

const runCli = async (folder: string): Promise<Resource[]> => {
  const configDir = join(folder, 'config')
  const out = join(folder, 'resources.json')
  writeShim(configDir)
  const aws = await startFakeAws()
  const cli = join(root, 'node_modules', 'sst', 'bin', 'sst.mjs')
  const child = spawn(process.execPath, [cli, 'diff', '--stage', stage, '--json'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_CONFIG_HOME: configDir,
      SST_LOG: join(folder, 'sst.log'),
      SST_SKIP_DEPENDENCY_CHECK: '1',
      SST_TELEMETRY_DISABLED: '1',
      AWS_ENDPOINT_URL: aws.url,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_EC2_METADATA_DISABLED: 'true',
      PREBUILT: 'true',
      CONFORMANCE_PLATFORM: join(folder, '.sst', 'platform'),
      CONFORMANCE_OUT: out,
    },
  })
  await new Promise((resolve) => child.once('exit', resolve))
  aws.close()
  return JSON.parse(readFileSync(out, 'utf8')) as Resource[]
}

/** Inputs by URN; what differs by nature, folders and hashes of packages, is left out. */
const toInputs = (resources: readonly Resource[], folder: string) =>
  new Map(
    resources.map(({ urn, inputs }) => [
      urn,
      JSON.stringify(inputs)
        .replaceAll(folder, '')
        .replaceAll(/[0-9a-f]{64}/g, '<hash>')
        .replaceAll(/\/\.sst\/(synth\/\d+\/)?artifacts/g, '<artifacts>'),
    ]),
  )

const folder = mkdtempSync(join(tmpdir(), 'stillframe-conformance-'))
try {
  copyProject(folder)
  const real = toInputs(await runCli(folder), folder)
  const { resources } = await synthesize({ stage, environment: { PREBUILT: 'true' } })
  const ours = toInputs(resources, root)
  const urns = new Set([...real.keys(), ...ours.keys()])
  const differing = [...urns].filter((urn) => real.get(urn) !== ours.get(urn))
  for (const urn of differing)
    process.stdout.write(`${urn}\n  sst   ${real.get(urn)}\n  synth ${ours.get(urn)}\n`)
  process.stdout.write(`${urns.size} resources, ${differing.length} of them differ\n`)
  process.exitCode = differing.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
