import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FunctionEntry, functions, queueFunctions, sweep } from '../../../functions/list.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { silentLogger } from '../../../lib/logger.ts'
import { operations, type RenderOperationId } from '../../../lib/schema/operations.ts'
import { createAccountStore } from '../../../lib/store/accounts.ts'
import { createQueues } from '../../../lib/store/queues.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { createResultStore } from '../../../lib/store/results.ts'
import { type Aws, startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'
import { type Cloud, cloudEnvironment, provisionCloud } from '../../../local/cloud.ts'
import { region } from '../../../local/credentials.ts'
import { respondToFault } from '../../../local/gateway-faults.ts'
import { createLambda, type Lambda } from '../../../local/lambda/create-lambda.ts'
import { sqsQueue } from '../../../local/lambda/events/queue-port.ts'
import { startSqsEventSource } from '../../../local/lambda/events/start-sqs-event-source.ts'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import type { SpawnProcess } from '../../../local/lambda/host/execution-environment.ts'
import { descendantsOf } from '../../../local/lambda/process-tree.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { tableNames } from '../../../local/tables.ts'
import { buildFunction } from '../../../scripts/build.ts'
import { buildSandbox, type Refusal, sandboxed } from '../../support/lambda/ground.ts'
import { decodeImage, isNear } from '../../support/render/image.ts'
import { folderBytes } from '../../support/service/folder-bytes.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

/*
 * The functions as they are deployed, in an environment like Lambda's (support/lambda/sandbox.c): one that renders for the API, the worker, whose
 * bundle renders every operation, and one that does not render. All processes of a function stop between its events. Where the machine
 * does not permit the sandbox, the rest runs without it. `npm run test:lambda` is the long form.
 */

const bundleBytesMax = 200_000_000

const screenshot = functions.find(({ name }) => name === 'screenshot') as FunctionEntry
const worker = queueFunctions.renderWorker
const built = [screenshot, worker, sweep]

/** As on Lambda: the folder does not exist, and the function cannot create it. */
const home = '/home/sbx_user1051'

/** A page on which every in-page function has something to do. */
const busyPage = `<!doctype html><title>Busy</title><style>body{margin:0}section{height:700px}.bar{position:fixed;top:0;height:40px;width:100%;background:#00f}#banner{position:fixed;bottom:0;height:99px;width:100%;background:#f00}</style>
<div class="bar"></div><div id="banner">We use cookies</div><section style="background:#0a0"><h1 style="margin:0">Light</h1></section><section style="background:#aa0"><img loading="lazy" width="40" height="40" src="/capture/none.png"></section><section id="last" style="background:#0aa"></section>
<button onclick="document.querySelector('#last').style.background='#a0a'" style="position:absolute;top:60px">go</button>`

const isLong = process.env['LAMBDA'] === 'long'

/** The long form runs everything with both. */
const refusals = (short: Refusal): Refusal[] => (isLong ? ['EPERM', 'ENOSYS'] : [short])

/** Pauses between two events, in milliseconds. */
const gapsMs = isLong ? [0, 2, 5_000, 70_000] : [0, 1_200]

/** Renders of the worker, each by another kind of browser than the last one. */
const changes = isLong ? 300 : 4

/** After several changes, a browser in use and a parked one have left nothing that grows. */
const zombiesMax = 8

let workDir: string
let sandbox: ReturnType<typeof buildSandbox>
let aws: Aws
let fixtures: FixtureServer
let cloud: Cloud
let dynamo: DynamoDBDocumentClient
let environment: Record<string, string>
const asDeployed = new Map<string, string[]>()
const closers: (() => Promise<unknown>)[] = []

const folderOf = ({ name }: FunctionEntry) => join(workDir, 'task', name)

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

beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'stillframe-bundle-'))
  for (const entry of built) {
    await buildFunction(entry, join(workDir, 'task'))
    await setMode(folderOf(entry), [0o555, 0o555])
    asDeployed.set(entry.name, await listEntries(folderOf(entry)))
  }
  fixtures = await startFixtureServer({ '/busy': page(busyPage) })
  closers.push(() => fixtures.close())
  aws = await startAws({ dataDir: join(workDir, 'aws'), region, services: createQueueServices() })
  closers.push(() => aws.close())
  cloud = await provisionCloud(aws.url)
  closers.push(async () => cloud.close())
  dynamo = DynamoDBDocumentClient.from(cloud.dynamo, { marshallOptions: { removeUndefinedValues: true } })
  environment = {
    ...cloudEnvironment(cloud, aws.url),
    AWS_ENDPOINT_URL: aws.url,
    EGRESS_ALLOW: `127.0.0.1:${fixtures.port}`,
    PUBLIC_URL: 'http://127.0.0.1:9',
    TMPDIR: workDir,
    HOME: home,
  }
  sandbox = buildSandbox(workDir)
  if ('problem' in sandbox)
    process.stderr.write(
      `\n*** The sandbox of Lambda is not imitated here: ${sandbox.problem}. The rest runs without it. ***\n\n`,
    )
}, 240_000)

afterAll(async () => {
  for (const close of closers.reverse()) await close()
  for (const entry of built) await setMode(folderOf(entry), [0o644, 0o755])
  await rm(workDir, { recursive: true, force: true })
})

interface LogLine {
  message?: string
  coldBrowser?: boolean
  reason?: string
}

interface StartedFunction {
  lambda: Lambda
  lines: LogLine[]
  /** The sandbox, or the function's process without it. */
  processIds: number[]
}

const startFunction = (entry: FunctionEntry, refusal: Refusal): StartedFunction => {
  const lines: LogLine[] = []
  const processIds: number[] = []
  const start: SpawnProcess = (...call) => {
    const spawnProcess = 'program' in sandbox ? sandboxed(sandbox.program, refusal, folderOf(entry)) : spawn
    const child = spawnProcess(...call)
    if (child.pid !== undefined) processIds.push(child.pid)
    return child
  }
  const lambda = createLambda({
    functions: [{ name: entry.name, file: 'index.mjs', memoryMb: 2048, timeoutMs: 90_000 }],
    root: folderOf(entry),
    region,
    environment,
    spawnProcess: start,
    freezes: true,
    log(_name, line) {
      if (line.startsWith('{')) lines.push(JSON.parse(line))
      if (!line.startsWith('{') || line.includes('"level":"error"')) process.stderr.write(`${line}\n`)
    },
  })
  closers.push(() => lambda.close())
  return { lambda, lines, processIds }
}

const recycled = (lines: readonly LogLine[]) => lines.filter(({ message }) => message === 'browser recycled')

const output = async (child: ChildProcess) => {
  const exited = once(child, 'exit')
  const stdout = child.stdout ? await text(child.stdout) : ''
  const [exitCode] = await exited
  return { stdout, exitCode }
}

const countLaunches = (lines: readonly LogLine[]) =>
  lines.filter(({ message }) => message === 'browser launched').length

/** The state of a process as the kernel calls it; T is stopped, Z is a zombie. */
const stateOf = (pid = 0) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0]

/** Waits until the environment is stopped. An event that arrived earlier would start a second one. */
const untilStopped = ([pid]: readonly number[]) =>
  vi.waitFor(() => expect(stateOf(pid)).toBe('T'), { timeout: 10_000, interval: 5 })

/** Counts what the function's processes leave behind. */
const countLeft = ([processId = 0]: readonly number[]) => {
  const members = [processId, ...descendantsOf(processId)]
  const isNode = (pid: number) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--max-old-space-size=')
  const node = members.filter(isNode).at(-1) ?? 0
  return {
    zombies: members.filter((pid) => stateOf(pid) === 'Z').length,
    descriptors: readdirSync(`/proc/${node}/fd`).length,
  }
}

const createAccount = (nowMs = Date.now) =>
  createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs }).create('scale')

/** Options that give every in-page function of an operation something to do. */
const busy = (more: object = {}) => ({
  url: `${fixtures.url}/busy`,
  block_annoyance: ['cookies_banner', 'ads', 'tracking'],
  wait_for_selector: '#last',
  styles: '#last{outline:0}',
  scripts: 'document.title="Done"',
  metadata_title: true,
  metadata_icon: true,
  metadata_fonts: true,
  metadata_report: true,
  ...more,
})

const visitor = { hide_selectors: ['.bar'], click_selector: 'button' }
const wholePage = { ...visitor, format: 'png', full_page: true, full_page_scroll: true }

const assertWholePage = async (body: Buffer) => {
  const image = await decodeImage(body)
  expect([image.width, image.height]).toEqual([1280, 2100])
  expect(isNear(image.at(900, 20), [0, 170, 0])).toBe(true)
  expect(isNear(image.at(900, 1000), [170, 170, 0])).toBe(true)
  expect(isNear(image.at(900, 2000), [170, 0, 170])).toBe(true)
}

test.each(refusals('EPERM'))(
  '%s: the screenshot function captures the whole page, with a warm browser after each stop, however long it was',
  async (refusal) => {
    const { accessKey } = await createAccount()
    const { lambda, lines, processIds } = startFunction(screenshot, refusal)
    const gateway = createGateway({
      lambda,
      routes: [{ path: '/v1/screenshot', functionName: screenshot.name }],
      respondToFault,
    })
    closers.push(() => gateway.close())
    const url = `${await gateway.listen()}/v1/screenshot`
    for (const gapMs of [...gapsMs, 0]) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-access-key': accessKey },
        body: JSON.stringify(busy(wholePage)),
      })
      const body = Buffer.from(await response.arrayBuffer())
      expect(response.status, body.toString('utf8', 0, 300)).toBe(200)
      expect(response.headers.get('x-service-metadata-title')).toBe('Done')
      await assertWholePage(body)
      await untilStopped(processIds)
      // The services close idle connections, which the stopped function cannot see.
      aws.closeIdleConnections()
      await pause(gapMs)
    }
    const requests = lines.filter(({ message }) => message === 'request')
    expect(recycled(lines)).toEqual([])
    expect(requests.map(({ coldBrowser }) => coldBrowser)).toEqual([true, ...gapsMs.map(() => false)])
  },
  240_000,
)

/** Records a request as the API does when it accepts one. */
const putQueued = async (operation: RenderOperationId, value: object, createdMs = Date.now()) => {
  const nowMs = () => createdMs
  const account = await createAccount(nowMs)
  const key = { accountId: account.id, id: createRequestId(createdMs, randomBytes(10)) }
  const options = readOptions(operations[operation], { kind: 'body', value: { ...value, async: true } })
  const created = Math.floor(createdMs / 1000)
  const requests = createRequestStore({ dynamo, tableName: tableNames.requests, nowMs })
  await requests.putQueued({ ...key, operation, created, options, counted: false })
  return { key, find: () => requests.find(key) }
}

describe.each(refusals('ENOSYS'))(
  '%s: the worker takes a message from the queue, renders, stores and records:',
  (refusal) => {
    let started: StartedFunction

    beforeAll(() => {
      const { url, arn } = cloud.queues.render
      started = startFunction(worker, refusal)
      const source = startSqsEventSource({
        lambda: started.lambda,
        functionName: worker.name,
        queue: sqsQueue(cloud.sqs, url),
        queueArn: arn,
        region,
        batchSize: 1,
        maxConcurrency: 1,
        log: (line) => process.stderr.write(`${line}\n`),
      })
      return () => source.close()
    })

    const render = async (operation: RenderOperationId, options: object): Promise<Buffer> => {
      const { key, find } = await putQueued(operation, busy(options))
      const urls = { render: cloud.queues.render.url, webhook: cloud.queues.webhook.url }
      const queues = createQueues({ sqs: cloud.sqs, urls })
      await queues.sendRender({ kind: 'request', accountId: key.accountId, requestId: key.id })
      const record = await vi.waitFor(
        async () => {
          const found = await find()
          expect(found?.status, JSON.stringify(found?.error)).not.toBe('queued')
          return found
        },
        { timeout: 50_000, interval: 100 },
      )
      expect(record?.status, JSON.stringify(record?.error)).toBe('done')
      await untilStopped(started.processIds)
      const file = await createResultStore({ s3: cloud.s3, bucket: resultsBucket, log: silentLogger }).open(
        record?.result?.name ?? '',
      )
      return file ? buffer(file) : Buffer.alloc(0)
    }

    test('a screenshot', async () => {
      await assertWholePage(await render('screenshot', wholePage))
    })

    test('Markdown', async () => {
      const text = (await render('scrape', { format: 'md', exclude_selectors: ['button'] })).toString()
      expect(text).toContain('# Light')
      expect(text).not.toContain('go')
    })

    test('a document', async () => {
      const footer = '<span class="pageNumber"></span>'
      const body = await render('pdf', { ...visitor, pdf_footer_template: footer })
      expect(body.toString('latin1', 0, 5)).toBe('%PDF-')
      expect(body.length).toBeGreaterThan(5_000)
    })

    test('a video', async () => {
      const size = { viewport_width: 320, viewport_height: 240 }
      const body = await render('screencast', {
        ...visitor,
        ...size,
        duration: 1,
        fps: 5,
        scenario: 'scroll',
      })
      expect(body.toString('latin1', 4, 8)).toBe('ftyp')
      expect(body.length).toBeGreaterThan(2_000)
    })

    test('changes of the kind of browser discard none, and leave neither processes nor descriptors behind', async () => {
      const size = { viewport_width: 320, viewport_height: 240 }
      const change = async (index: number) => {
        if (index % 2 === 0) await render('scrape', { format: 'html' })
        else await render('screencast', { ...size, duration: 1, fps: 1 })
      }
      for (let index = 0; index < 2; index++) await change(index)
      const before = countLeft(started.processIds)
      const launched = countLaunches(started.lines)
      for (let index = 0; index < changes; index++) await change(index)
      const after = countLeft(started.processIds)
      expect(recycled(started.lines).filter(({ reason }) => reason !== 'renders')).toEqual([])
      expect(countLaunches(started.lines) - launched).toBe(recycled(started.lines).length)
      expect(after.zombies).toBeLessThanOrEqual(zombiesMax)
      expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 8)
    }, 900_000)
  },
)

test('ten browsers that are ended while in use leave fewer zombies than processes where none reaps orphans', async ({
  skip,
}) => {
  if ('problem' in sandbox) return skip(sandbox.problem)
  const start = sandboxed(sandbox.program, 'EPERM', folderOf(sweep))
  const script = fileURLToPath(new URL('../../support/lambda/kill-browsers.ts', import.meta.url))
  const { stdout, exitCode } = await output(
    start(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  expect(exitCode).toBe(0)
  // With SIGKILL alone there are four for each browser.
  // With SIGKILL alone, each leaves all four of its children: 40. With SIGTERM first there were 20 to 31.
  expect(Number(stdout)).toBeLessThanOrEqual(36)
})

test('the sweep fails a request that no worker took', async () => {
  const { find } = await putQueued('scrape', { url: fixtures.url }, Date.now() - 8 * 3_600_000)
  await startFunction(sweep, 'EPERM').lambda.invoke(sweep.name, {})
  expect(await find()).toMatchObject({ status: 'failed' })
})

test.each([screenshot, worker])('the bundle of $name has every part, and is under 200 MB', async (entry) => {
  const files = await readdir(folderOf(entry), { recursive: true })
  for (const file of [
    'index.mjs',
    'generated/fonts/fonts.conf',
    'generated/scrape/page.js',
    'generated/annoyances/consent-rules.json',
    'node_modules/@sparticuz/chromium/bin/chromium.0.zst',
    'node_modules/@img/sharp-linux-x64/package.json',
  ])
    expect(files).toContain(file)
  expect(await folderBytes(folderOf(entry))).toBeLessThan(bundleBytesMax)
})

// Root may write regardless of file modes, so the test checks that nothing was written.
test.each(built)('$name does not write to its code or create a home directory', async (entry) => {
  expect(await listEntries(folderOf(entry))).toEqual(asDeployed.get(entry.name))
  expect(existsSync(home)).toBe(false)
})
