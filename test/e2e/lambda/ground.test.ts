import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import coldStart from '../../../bench/results/cold-start.json' with { type: 'json' }
import { type FunctionEntry, functions, queueFunctions, sweep } from '../../../infra/functions.ts'
import { silentLogger } from '../../../lib/base/logger.ts'
import { findParts } from '../../../lib/render/browser/chromium-parts.ts'
import type { RenderOperationId } from '../../../lib/schema/operations.ts'
import { createQueues } from '../../../lib/store/queues.ts'
import { createResultStore } from '../../../lib/store/results.ts'
import { region } from '../../../local/credentials.ts'
import { respondToFault } from '../../../local/gateway-faults.ts'
import { sqsQueue } from '../../../local/lambda/events/queue-port.ts'
import { startSqsEventSource } from '../../../local/lambda/events/start-sqs-event-source.ts'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { packings } from '../../../scripts/build.ts'
import { assertWholePage, busyOptions, busyPage, visitor, wholePage } from '../../support/lambda/busy-page.ts'
import { countLeft, untilStopped } from '../../support/lambda/processes.ts'
import { home, type Refusal, sandboxed } from '../../support/lambda/sandbox.ts'
import {
  type Ground,
  listEntries,
  type StartedFunction,
  startGround,
} from '../../support/lambda/start-ground.ts'
import { folderBytes } from '../../support/service/folder-bytes.ts'
import { page } from '../../support/sites/fixture-server.ts'

/*
 * The functions as they are deployed, in an environment like Lambda's (support/lambda/sandbox.c): one that renders for the API, the worker, whose
 * bundle renders every operation, and one that does not render. All processes of a function stop between its events. Where the machine
 * does not permit the sandbox, the rest runs without it. `npm run test:lambda` is the long form.
 */

const screenshot = functions.find(({ name }) => name === 'screenshot') as FunctionEntry
const worker = queueFunctions.renderWorker
const built = [screenshot, worker, sweep]

const isLong = process.env['LAMBDA'] === 'long'

/** The long form runs everything with both. */
const refusals = (short: Refusal): Refusal[] => (isLong ? ['EPERM', 'ENOSYS'] : [short])

/** Pauses between two events, in milliseconds. */
const gapsMs = isLong ? [0, 2, 5_000, 70_000] : [1_200]

/** Renders of the worker, each by the other kind of browser than the last one. */
const changes = isLong ? 300 : 2

/** How many browsers are ended while in use. */
const killed = isLong ? 10 : 5

/** A browser that is ended usually leaves two or three of its processes, and one that runs reaps its own. */
const zombiesPerDiscard = 4

let ground: Ground

beforeAll(async () => {
  ground = await startGround(built, { '/busy': page(busyPage) })
}, 240_000)

afterAll(() => ground.close())

const busy = (more: object = {}) => ({ url: `${ground.fixtures.url}/busy`, ...busyOptions, ...more })

const recycled = ({ lines }: StartedFunction) => lines.filter(({ message }) => message === 'browser recycled')

const countLaunches = ({ lines }: StartedFunction) =>
  lines.filter(({ message }) => message === 'browser launched').length

test.each(refusals('EPERM'))(
  '%s: the screenshot function captures the whole page, with a warm browser after each stop, however long it was',
  async (refusal) => {
    const { accessKey } = await ground.createAccount()
    const started = ground.start(screenshot, refusal)
    const gateway = createGateway({
      lambda: started.lambda,
      routes: [{ path: '/v1/screenshot', functionName: screenshot.name }],
      respondToFault,
      log: () => {},
    })
    ground.onClose(() => gateway.close())
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
      const report = JSON.parse(response.headers.get('x-service-metadata-report') ?? '{}')
      // The wrapper hides Node without prctl, and Chromium has no sandbox.
      if ('program' in ground.sandbox)
        expect(report.isolation).toEqual({ sandbox: 'none', reason: 'EACCES', nodeHidden: true })
      await assertWholePage(body)
      await untilStopped(started.processIds)
      // The services close idle connections, which the stopped function cannot see.
      ground.aws.closeIdleConnections()
      await pause(gapMs)
    }
    const requests = started.lines.filter(({ message }) => message === 'request')
    expect(recycled(started)).toEqual([])
    const warnings = started.lines.filter(({ message }) => message === 'browser not sandboxed')
    if ('program' in ground.sandbox) expect(warnings).toHaveLength(1)
    expect(requests.map(({ coldBrowser }) => coldBrowser)).toEqual([true, ...gapsMs.map(() => false)])
  },
  240_000,
)

describe.each(refusals('ENOSYS'))(
  '%s: the worker takes a message from the queue, renders, stores and records:',
  (refusal) => {
    let started: StartedFunction

    beforeAll(() => {
      const { url, arn } = ground.cloud.queues.render
      started = ground.start(worker, refusal)
      const source = startSqsEventSource({
        lambda: started.lambda,
        functionName: worker.name,
        queue: sqsQueue(ground.cloud.sqs, url),
        queueArn: arn,
        region,
        batchSize: 1,
        maxConcurrency: 1,
        log: (line) => process.stderr.write(`${line}\n`),
      })
      return () => source.close()
    })

    const render = async (operation: RenderOperationId, options: object): Promise<Buffer> => {
      const { key, find } = await ground.putQueued(operation, busy(options))
      const { s3, sqs, queues: all } = ground.cloud
      const queues = createQueues({ sqs, urls: { render: all.render.url, webhook: all.webhook.url } })
      await queues.sendRender(key)
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
      const file = await createResultStore({ s3, bucket: resultsBucket, log: silentLogger }).open(
        record?.result?.name ?? '',
      )
      return file ? buffer(file) : Buffer.alloc(0)
    }

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

    test('renders of two operations that alternate between the kinds of browser discard a browser only for its number of renders, and leave neither processes nor descriptors behind', async () => {
      const size = { viewport_width: 320, viewport_height: 240 }
      const change = async (index: number) => {
        const kind = { gpu_rendering: index % 2 === 1 }
        if (index % 4 === 0 || index % 4 === 3) await render('scrape', { ...kind, format: 'html' })
        else await render('screencast', { ...kind, ...size, duration: 1, fps: 1 })
      }
      for (let index = 0; index < 2; index++) await change(index)
      const before = countLeft(started.processIds)
      const launched = countLaunches(started)
      for (let index = 0; index < changes; index++) await change(index)
      const after = countLeft(started.processIds)
      const discarded = recycled(started)
      // Each kind is replaced after 100 renders.
      expect(discarded.map(({ reason }) => reason)).toEqual(
        Array(2 * Math.floor(changes / 2 / 100)).fill('renders'),
      )
      expect(countLaunches(started) - launched).toBe(discarded.length)
      expect(after.zombies).toBeLessThanOrEqual(before.zombies + zombiesPerDiscard * discarded.length)
      expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 8)
    }, 900_000)
  },
)

test('browsers that are ended while in use leave fewer zombies than processes where none reaps orphans', async ({
  skip,
}) => {
  const { sandbox } = ground
  if ('problem' in sandbox) return skip(sandbox.problem)
  const start = sandboxed(sandbox.program, 'EPERM', ground.folderOf(sweep))
  const script = fileURLToPath(new URL('../../support/lambda/kill-browsers.ts', import.meta.url))
  const child = start(process.execPath, [script, String(killed)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const stdout = child.stdout ? await text(child.stdout) : ''
  expect((await exited)[0]).toBe(0)
  // With SIGKILL alone, each leaves five. With its renderers killed first, and then SIGTERM, ten left 25 and 26.
  expect(Number(stdout)).toBeLessThanOrEqual(3.6 * killed)
})

// Tests pack Chromium in seconds. The size of what a deployment packs in minutes is recorded.
test.each([screenshot, worker])('the bundle of $name is under 140 MB when it is deployed', async (entry) => {
  const chromiumDir = join(ground.folderOf(entry), 'node_modules', '@sparticuz', 'chromium')
  const { version } = JSON.parse(await readFile(join(chromiumDir, 'package.json'), 'utf8'))
  expect(coldStart.version, 'Run `npm run bench cold-start` to record the new Chromium.').toBe(version)
  const { count, level } = packings.deployed
  const recorded = coldStart.ways.find(({ name }) => name === `zstd-${level} in ${count}`)
  const packed = await findParts(join(chromiumDir, 'bin'))
  const restBytes =
    (await folderBytes(ground.folderOf(entry))) - packed.reduce((total, { bytes }) => total + bytes, 0)
  expect(restBytes + (recorded?.packedBytes ?? Number.NaN)).toBeLessThan(140_000_000)
})

// Root may write regardless of file modes, so the test checks that nothing was written.
test.each(built)('$name does not write to its code or create a home directory', async (entry) => {
  expect(await listEntries(ground.folderOf(entry))).toEqual(ground.deployedEntriesOf(entry))
  expect(existsSync(home)).toBe(false)
})
