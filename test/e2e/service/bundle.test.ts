import { cp, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountStore } from '../../../lib/store/accounts.ts'
import { startAws } from '../../../local/aws/aws.ts'
import { localCredentials, region } from '../../../local/credentials.ts'
import { createLambda } from '../../../local/lambda/create-lambda.ts'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { ensureTables, tableNames } from '../../../local/tables.ts'
import { buildFunction } from '../../../scripts/build.ts'
import { page, startFixtureServer } from '../../support/fixture-server.ts'
import { isNear, readPicture } from '../../support/picture.ts'

const bundleBytesMax = 200_000_000

let workDir: string
let taskRoot: string
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'stillframe-bundle-'))
  const built = await buildFunction('screenshot', join(workDir, 'dist'))
  // A folder that holds the bundle alone: nothing above it can be found by accident.
  taskRoot = join(workDir, 'task')
  await cp(built, taskRoot, { recursive: true })
  await rm(join(workDir, 'dist'), { recursive: true })
})

afterAll(async () => {
  for (const close of closers.reverse()) await close()
  await rm(workDir, { recursive: true, force: true })
})

const folderBytes = async (folder: string): Promise<number> => {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size
  return bytes
}

/** A page on which every in-page function has something to do. */
const busyPage = `<!doctype html><title>Busy</title><style>body{margin:0}section{height:700px}.bar{position:fixed;top:0;height:40px;width:100%;background:#00f}#banner{position:fixed;bottom:0;height:99px;width:100%;background:#f00}</style>
<div class="bar"></div><div id="banner">We use cookies</div><section style="background:#0a0"></section><section style="background:#aa0"><img loading="lazy" width="40" height="40" src="/capture/none.png"></section><section id="last" style="background:#0aa"></section>
<button onclick="document.querySelector('#last').style.background='#a0a'" style="position:absolute;top:60px">go</button>`

test('the unzipped bundle with Chromium, fonts, image library and filter engines is under 200 MB', async () => {
  expect(await folderBytes(taskRoot)).toBeLessThan(bundleBytesMax)
})

test('the bundled handler renders from a folder that holds nothing else', async () => {
  const aws = await startAws({ dataDir: join(workDir, 'aws'), region })
  closers.push(() => aws.close())
  const dynamo = new DynamoDBClient({ endpoint: aws.url, region, credentials: localCredentials })
  closers.push(async () => dynamo.destroy())
  await ensureTables(dynamo)
  const { accessKey } = await createAccountStore({
    dynamo: DynamoDBDocumentClient.from(dynamo),
    tableName: tableNames.accounts,
    nowMs: Date.now,
  }).create('scale')
  const fixtures = await startFixtureServer({ '/busy': page(busyPage) })
  closers.push(() => fixtures.close())
  const lambda = createLambda({
    functions: [{ name: 'screenshot', file: 'index.mjs', memoryMb: 2048, timeoutMs: 60_000 }],
    root: taskRoot,
    region,
    environment: {
      AWS_ENDPOINT_URL: aws.url,
      ACCOUNTS_TABLE: tableNames.accounts,
      EGRESS_ALLOW: `127.0.0.1:${fixtures.port}`,
      TMPDIR: workDir,
      LOG_LEVEL: 'error',
    },
    log: (_name, line) => process.stderr.write(`${line}\n`),
  })
  closers.push(() => lambda.close())
  const gateway = createGateway({
    lambda,
    routes: [{ method: 'ANY', path: '/v1/screenshot', functionName: 'screenshot', transfer: 'STREAM' }],
  })
  closers.push(() => gateway.close())
  const baseUrl = await gateway.listen()

  const response = await fetch(`${baseUrl}/v1/screenshot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': accessKey },
    body: JSON.stringify({
      url: `${fixtures.url}/busy`,
      format: 'png',
      full_page: true,
      full_page_scroll: true,
      block_annoyance: ['cookies_banner', 'ads', 'tracking'],
      hide_selectors: ['.bar'],
      click_selector: 'button',
      wait_for_selector: '#last',
      styles: '#last{outline:0}',
      scripts: 'document.title="Done"',
      metadata_title: true,
      metadata_icon: true,
      metadata_fonts: true,
      metadata_report: true,
    }),
  })
  const body = Buffer.from(await response.arrayBuffer())
  expect(response.status, body.toString('utf8', 0, 300)).toBe(200)
  expect(response.headers.get('x-service-metadata-title')).toBe('Done')
  const picture = await readPicture(body)
  expect([picture.width, picture.height]).toEqual([1280, 2100])
  expect(isNear(picture.at(900, 20), [0, 170, 0])).toBe(true)
  expect(isNear(picture.at(900, 1000), [170, 170, 0])).toBe(true)
  expect(isNear(picture.at(900, 2000), [170, 0, 170])).toBe(true)
})
