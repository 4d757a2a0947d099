import { existsSync } from 'node:fs'
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FunctionEntry, functions } from '../../../functions/list.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { createAccountStore } from '../../../lib/store/accounts.ts'
import { startAws } from '../../../local/aws/aws.ts'
import { localCredentials, region } from '../../../local/credentials.ts'
import { respondToFault } from '../../../local/gateway-faults.ts'
import { createLambda, type Lambda } from '../../../local/lambda/create-lambda.ts'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { ensureTables, tableNames } from '../../../local/tables.ts'
import { buildFunction } from '../../../scripts/build.ts'
import { decodeImage, isNear } from '../../support/render/image.ts'
import { folderBytes } from '../../support/service/folder-bytes.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const bundleBytesMax = 200_000_000

const rendering = Object.values(operations).filter(({ renders }) => renders)

const entryOf = (id: string) => functions.find(({ name }) => name === id) as FunctionEntry

let workDir: string
let accessKey: string
let baseUrl: string
let fixtures: FixtureServer
const closers: (() => Promise<unknown>)[] = []

const taskRootOf = (id: string) => join(workDir, 'task', id)

/** As on Lambda: the folder does not exist, and the function cannot create it. */
const home = '/home/sbx_user1051'

/** Every file and folder below, with what a write would change. */
const listEntries = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))]
  const lines = paths.map(async (path) => {
    const { mtimeMs, size } = await lstat(path)
    return `${path} ${mtimeMs} ${size}`
  })
  return (await Promise.all(lines)).sort()
}

const setMode = async (folder: string, [fileMode, folderMode]: [number, number]) => {
  await chmod(folder, folderMode)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), folderMode)
    if (entry.isFile()) await chmod(join(entry.parentPath, entry.name), fileMode)
  }
}

const asDeployed = new Map<string, string[]>()

beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'stillframe-bundle-'))
  for (const { id } of rendering) {
    // Outside the project, so that its node_modules cannot be found by accident.
    await buildFunction(entryOf(id), join(workDir, 'task'))
    await setMode(taskRootOf(id), [0o555, 0o555])
    asDeployed.set(id, await listEntries(taskRootOf(id)))
  }
  const aws = await startAws({ dataDir: join(workDir, 'aws'), region })
  closers.push(() => aws.close())
  accessKey = await createScaleAccount(aws.url)
  fixtures = await startFixtureServer({ '/busy': page(busyPage) })
  closers.push(() => fixtures.close())
  const lambdas = new Map<string, Lambda>(rendering.map(({ id }) => [id, startFunction(id, aws.url)]))
  const gateway = createGateway({
    lambda: { invoke: (name, ...rest) => (lambdas.get(name) as Lambda).invoke(name, ...rest) },
    routes: rendering.map(({ id, path }) => ({ path, functionName: id })),
    respondToFault,
  })
  for (const lambda of lambdas.values()) closers.push(() => lambda.close())
  closers.push(() => gateway.close())
  baseUrl = await gateway.listen()
}, 240_000)

afterAll(async () => {
  for (const close of closers.reverse()) await close()
  for (const id of asDeployed.keys()) await setMode(taskRootOf(id), [0o644, 0o755])
  await rm(workDir, { recursive: true, force: true })
})

const createScaleAccount = async (endpoint: string) => {
  const dynamo = new DynamoDBClient({ endpoint, region, credentials: localCredentials })
  closers.push(async () => dynamo.destroy())
  await ensureTables(dynamo)
  const accounts = createAccountStore({
    dynamo: DynamoDBDocumentClient.from(dynamo),
    tableName: tableNames.accounts,
    nowMs: Date.now,
  })
  return (await accounts.create('scale')).accessKey
}

const startFunction = (id: string, endpoint: string) =>
  createLambda({
    functions: [{ name: id, file: 'index.mjs', memoryMb: 2048, timeoutMs: 90_000 }],
    root: taskRootOf(id),
    region,
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      ACCOUNTS_TABLE: tableNames.accounts,
      EGRESS_ALLOW: `127.0.0.1:${fixtures.port}`,
      TMPDIR: workDir,
      HOME: home,
      LOG_LEVEL: 'error',
    },
    log: (_name, line) => process.stderr.write(`${line}\n`),
  })

/** A request that gives every in-page function of the operation something to do. */
const render = async (id: string, options: object) => {
  const response = await fetch(`${baseUrl}/v1/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': accessKey },
    body: JSON.stringify({
      url: `${fixtures.url}/busy`,
      block_annoyance: ['cookies_banner', 'ads', 'tracking'],
      wait_for_selector: '#last',
      styles: '#last{outline:0}',
      scripts: 'document.title="Done"',
      metadata_title: true,
      metadata_icon: true,
      metadata_fonts: true,
      metadata_report: true,
      ...options,
    }),
  })
  const body = Buffer.from(await response.arrayBuffer())
  expect(response.status, body.toString('utf8', 0, 300)).toBe(200)
  expect(response.headers.get('x-service-metadata-title')).toBe('Done')
  return body
}

/** A page on which every in-page function has something to do. */
const busyPage = `<!doctype html><title>Busy</title><style>body{margin:0}section{height:700px}.bar{position:fixed;top:0;height:40px;width:100%;background:#00f}#banner{position:fixed;bottom:0;height:99px;width:100%;background:#f00}</style>
<div class="bar"></div><div id="banner">We use cookies</div><section style="background:#0a0"><h1 style="margin:0">Light</h1></section><section style="background:#aa0"><img loading="lazy" width="40" height="40" src="/capture/none.png"></section><section id="last" style="background:#0aa"></section>
<button onclick="document.querySelector('#last').style.background='#a0a'" style="position:absolute;top:60px">go</button>`

test.each(rendering)('the unzipped bundle of $id is under 200 MB', async ({ id }) => {
  expect(await folderBytes(taskRootOf(id))).toBeLessThan(bundleBytesMax)
})

const visitor = { hide_selectors: ['.bar'], click_selector: 'button' }

describe('from a folder outside the project', () => {
  test('the bundled screenshot function captures the whole page', async () => {
    const body = await render('screenshot', {
      ...visitor,
      format: 'png',
      full_page: true,
      full_page_scroll: true,
    })
    const image = await decodeImage(body)
    expect([image.width, image.height]).toEqual([1280, 2100])
    expect(isNear(image.at(900, 20), [0, 170, 0])).toBe(true)
    expect(isNear(image.at(900, 1000), [170, 170, 0])).toBe(true)
    expect(isNear(image.at(900, 2000), [170, 0, 170])).toBe(true)
  })

  test('the bundled scrape function writes Markdown', async () => {
    const body = await render('scrape', { format: 'md', exclude_selectors: ['button'] })
    expect(body.toString()).toContain('# Light')
    expect(body.toString()).not.toContain('go')
  })

  test('the bundled pdf function prints', async () => {
    const body = await render('pdf', { ...visitor, pdf_footer_template: '<span class="pageNumber"></span>' })
    expect(body.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(body.length).toBeGreaterThan(5_000)
  })

  test('the bundled screencast function records', async () => {
    const body = await render('screencast', { ...visitor, duration: 1, fps: 10, scenario: 'scroll' })
    expect(body.toString('latin1', 4, 8)).toBe('ftyp')
    expect(body.length).toBeGreaterThan(2_000)
  })
})

// Root may write regardless of file modes, so the test checks that nothing was written.
test.each(rendering)('$id does not write to its code or create a home directory', async ({ id }) => {
  expect(await listEntries(taskRootOf(id))).toEqual(asDeployed.get(id))
  expect(existsSync(home)).toBe(false)
})
