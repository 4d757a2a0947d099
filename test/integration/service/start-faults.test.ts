import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadLocalConfig } from '../../../local/config.ts'
import { prepareDataFolder } from '../../../local/data-folder.ts'
import { explainFault, explainStopFault } from '../../../local/explain-fault.ts'
import { startService } from '../../../local/service.ts'
import { listen } from '../../support/listen.ts'

const start = (dataDir: string, port = '0') =>
  startService(loadLocalConfig({ PORT: port, DATA_DIR: dataDir }), { log: () => {} })

const explanationOf = async (dataDir: string, port?: string) => {
  try {
    await (await start(dataDir, port)).close()
    return 'started'
  } catch (error) {
    return explainFault(error)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'stillframe-faults-'))
/** A data folder that a service has used. */
const used = join(folder, 'used')
await (await start(used)).close()

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const copyOfUsed = async () => {
  const copy = await mkdtemp(join(folder, 'copy-'))
  await cp(used, copy, { recursive: true })
  return copy
}

const file = async () => {
  const path = join(await mkdtemp(join(folder, 'file-')), 'data')
  await writeFile(path, 'text')
  return path
}

test.each([
  ['is a file', file, 'data is a file. Set a folder.'],
  ['is below a file', async () => join(await file(), 'below'), 'data is a file. Set a folder.'],
  ['cannot be made', async () => '/proc/stillframe/data', '/proc/stillframe cannot be created (ENOENT)'],
])('a DATA_DIR that %s is named', async (_label, toPath, words) => {
  const text = await explanationOf(await toPath())
  expect(text).toMatch(/^DATA_DIR: [^\n]+\.$/)
  expect(text).toContain(words)
})

test('a data folder that other users share keeps its mode, and is named', async () => {
  const lines: string[] = []
  const { mode } = await stat('/tmp')
  await prepareDataFolder('/tmp', (line) => lines.push(line))
  expect(lines).toEqual([expect.stringMatching(/^DATA_DIR: other users can open the folder \/tmp,/)])
  expect((await stat('/tmp')).mode).toBe(mode)
})

const garbage = Buffer.alloc(5000, 'garbage ')

test.each(['dynamodb/CURRENT', 's3/s3.db', 'sqs/sqs.db', 'scheduler/scheduler.db'])(
  'invalid content in %s is reported with a remedy',
  async (name) => {
    const path = await copyOfUsed()
    await writeFile(join(path, 'aws', name), garbage)
    const text = await explanationOf(path)
    expect(text).toContain(`DATA_DIR: ${join(path, 'aws', name.split('/')[0] ?? '')} cannot be opened (`)
    expect(text).toContain('restore it from a copy, or delete it')
    expect(text).not.toMatch(/\n| {4}at /)
  },
)

test.each([
  ['garbage', '{garbage'],
  ['nothing', ''],
  ['another shape', '{"baseUrl":1}'],
])('a service.json with %s is named with a remedy', async (_label, content) => {
  const path = await copyOfUsed()
  await writeFile(join(path, 'service.json'), content)
  expect(await explanationOf(path)).toBe(
    `${join(path, 'service.json')} is damaged. Delete it; npm start writes it again, with a new demo account.`,
  )
})

test('a service.json that is a folder is named', async () => {
  const path = await copyOfUsed()
  await rm(join(path, 'service.json'))
  await mkdir(join(path, 'service.json'))
  expect(await explanationOf(path)).toContain('service.json cannot be read (EISDIR)')
})

test('a port in use is named', async () => {
  const port = await listen(createServer())
  expect(await explanationOf(await copyOfUsed(), String(port))).toMatch(
    /^PORT: another program uses this port/,
  )
})

test('a port of the metrics in use is named, and the embedded cloud is closed', async () => {
  const port = await listen(createServer())
  const path = await copyOfUsed()
  const config = loadLocalConfig({ PORT: '0', DATA_DIR: path, METRICS_PORT: String(port) })
  const fault = await startService(config, { log: () => {} }).then(() => 'started', explainFault)
  expect(fault).toBe(
    'METRICS_PORT: this port cannot be used (EADDRINUSE). Set another port, or 0 for a free one.',
  )
  expect(await explanationOf(path)).toBe('started')
})

test('any other error is one line without a stack', () => {
  expect(explainFault(new Error('first\nsecond'))).toBe('The service could not start: first second')
})

test('an error while the service stops is not reported as one of the start', () => {
  const error = new Error('The store did not close.', { cause: new Error('first\nsecond') })
  expect(explainStopFault(error)).toBe('The service did not stop completely: first second')
})
