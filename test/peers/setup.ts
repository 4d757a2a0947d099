import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { region } from '../../local/credentials.ts'
import { findFreePort } from '../support/service/free-port.ts'

const pom = join(import.meta.dirname, 'pom.xml')
const moto = 'moto[server]==5.2.5'

/** What is downloaded once. It is ignored by version control. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/peers')
const jars = join(folder, 'jars')
const python = join(folder, 'python')

const tools = [
  ['java', ['-version'], /version "(?:1[7-9]|[2-9]\d)/, 'Java 17 or later'],
  ['mvn', ['--version'], /Apache Maven 3/, 'Maven 3'],
  ['python3', ['-m', 'venv', '--help'], /usage/, 'Python 3 with venv'],
] as const

/** Throws an error that names what the machine lacks. */
const assertTools = () => {
  const missing = tools.filter(([command, parameters, pattern]) => {
    try {
      // Java writes its version to standard error.
      const output = execFileSync('sh', ['-c', '"$@" 2>&1', 'sh', command, ...parameters])
      return !pattern.test(output.toString())
    } catch {
      return true
    }
  })
  if (missing.length > 0)
    throw new Error(
      `test:peers needs ${missing.map(([, , , name]) => name).join(', ')}, and the network of Maven Central and PyPI when it runs first.`,
    )
}

const install = () => {
  const stamp = join(folder, 'stamp')
  const wanted = readFileSync(pom, 'utf8') + moto
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  mkdirSync(folder, { recursive: true })
  process.stderr.write('Downloading DynamoDB Local, ElasticMQ and moto. This happens once.\n')
  const run = (command: string, ...parameters: string[]) =>
    execFileSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'] })
  run('mvn', '-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`)
  run('python3', '-m', 'venv', '--clear', python)
  run(join(python, 'bin', 'pip'), 'install', '-q', moto)
  writeFileSync(stamp, wanted)
}

/** Resolves with the URL when it responds to any request. */
const start = async (command: string, toParameters: (port: string) => string[]) => {
  const port = await findFreePort()
  // moto does not check credentials, and its queues have the account of the embedded cloud.
  const env = { ...process.env, MOTO_ACCOUNT_ID: '000000000000' }
  const child = spawn(command, toParameters(String(port)), { stdio: 'ignore', cwd: folder, env })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}.`)
    if (await fetch(url).catch(() => undefined)) return { child, url }
    await wait(100)
  }
}

const stop = async ({ child }: { child: ChildProcess }) => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Starts the peers. The workers inherit their URLs. */
export const setup = async () => {
  assertTools()
  install()
  const java = (...parameters: string[]) => ['-cp', join(jars, '*'), ...parameters]
  const dynamoDb = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner'
  const queues = (port: string) => [
    ...[`-Drest-sqs.bind-port=${port}`, '-Drest-sqs.bind-hostname=127.0.0.1', '-Drest-stats.enabled=false'],
    ...[`-Daws.region=${region}`, '-Daws.accountId=000000000000', 'org.elasticmq.server.Main'],
  ]
  const peers = await Promise.all([
    start('java', (port) => java(dynamoDb, '-inMemory', '-disableTelemetry', '-port', port)),
    start('java', (port) => java(...queues(port))),
    start(join(python, 'bin', 'moto_server'), (port) => ['-H', '127.0.0.1', '-p', port]),
  ])
  const names = ['PEER_DYNAMODB_LOCAL', 'PEER_ELASTICMQ', 'PEER_MOTO']
  for (const [index, { url }] of peers.entries()) process.env[names[index] ?? ''] = url
  return async () => {
    await Promise.all(peers.map(stop))
  }
}
