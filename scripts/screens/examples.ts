import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Examples {
  /** A request whose webhook was delivered. */
  requestId: string
  /** A batch of which a request failed. */
  batchId: string
  /** A task with runs. */
  taskId: number
  /** A task that watches a page, which changes with each run. */
  watchId: number
}

interface Options {
  baseUrl: string
  accessKey: string
  /** Where a receiver of webhooks listens. */
  webhookUrl: string
  /** Moves the clock of the scheduler. */
  passHour: () => void
}

interface ListedRequest {
  status: string
  webhook?: { status: string } | null
}

const demo = 'http://demo.stillframe.example/'

/** Gives the demo page another heading in each run. */
const heading = `document.querySelector('h1').append(' at ' + new Date().toISOString().slice(17, 23) + ' s')`

/** Starts a receiver on this machine that accepts every webhook. */
export const startReceiver = async (): Promise<AsyncDisposable & { url: string }> => {
  const server = createServer((request, response) => request.resume().once('end', () => response.end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/rendered`,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const createClient = (options: Options) => {
  const { baseUrl, accessKey } = options
  const call = async (path: string, body?: object) => {
    const response = await fetch(baseUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'X-Access-Key': accessKey, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(`${path}: ${bytes}`)
    return { bytes, id: response.headers.get('x-service-request-id') ?? '' }
  }
  return {
    render: async (operation: string, options: object) =>
      (await call(`/v1/${operation}`, { url: demo, ...options })).id,
    createBatch: async (batch: object): Promise<string> => {
      const { bytes } = await call('/v1/batches', batch)
      return (JSON.parse(bytes.toString()) as { id: string }).id
    },
    /** Sends the events of these topics to the receiver, and a test of it. */
    subscribe: async (subscription: { format: string; topics: string[] }) => {
      const { bytes } = await call('/v1/subscriptions', { webhook_url: options.webhookUrl, ...subscription })
      const { id } = JSON.parse(bytes.toString()) as { id: string }
      await call(`/v1/subscriptions/${id}/test`, {})
    },
    createTask: async (task: object): Promise<number> => {
      const { bytes } = await call('/v1/tasks', { timezone: 'Europe/Berlin', ...task })
      return (JSON.parse(bytes.toString()) as { id: number }).id
    },
    /** Waits until this many requests exist and neither a render nor a webhook is due. */
    settled: async (count: number) => {
      const isOver = ({ status, webhook }: ListedRequest) =>
        status !== 'queued' && webhook?.status !== 'pending'
      const endMs = Date.now() + 60_000
      while (Date.now() < endMs) {
        const { bytes } = await call('/v1/requests?limit=50')
        const { requests } = JSON.parse(bytes.toString()) as { requests: ListedRequest[] }
        if (requests.length >= count && requests.every(isOver)) return
        await sleep(300)
      }
      throw new Error(`There are no ${count} requests that ended, or a webhook was not delivered in time.`)
    },
  }
}

/** Makes requests of every kind and tasks with runs against the bundled demo page. */
export const createExamples = async (options: Options): Promise<Examples> => {
  const { render, createBatch, createTask, subscribe, settled } = createClient(options)
  const query = `url=${encodeURIComponent(demo)}`
  const weekly = { frequency: 'custom', crontab: '0 8 * * 1' }
  await createTask({ name: 'Report of the week', api: 'pdf', query, ...weekly })
  const taskId = await createTask({
    name: 'Front page every hour',
    api: 'screenshot',
    query: `${query}&format=webp&viewport_width=1280&viewport_height=800`,
    frequency: 'every_hour',
  })
  const watchId = await createTask({
    name: 'Changes of the front page',
    api: 'screenshot',
    query: `${query}&format=png&scripts=${encodeURIComponent(heading)}`,
    frequency: 'every_hour',
    watch: { mode: 'visual' },
    keep_runs: 48,
  })
  await subscribe({ format: 'slack', topics: ['task.failed', 'task.changed', 'batch.ended'] })
  await subscribe({ format: 'json', topics: ['quota.90', 'quota.100', 'key.expiring'] })
  await render('screenshot', {
    viewport_device: 'iphone_15_pro',
    dark_mode: true,
    format: 'webp',
    cache: true,
  })
  const webhook = { async: true, webhook_url: options.webhookUrl }
  const requestId = await render('screenshot', { format: 'webp', full_page: true, ...webhook })
  await render('scrape', { format: 'md', cache: true })
  await render('pdf', { async: true })
  await render('screencast', { duration: 2, fps: 10, async: true })
  await render('screenshot', { url: 'https://nowhere.invalid/prices', async: true })
  const batchId = await createBatch({
    operation: 'screenshot',
    options: { format: 'webp' },
    requests: [
      ...['desktop', 'phone', 'tablet'].map((name, index) => ({
        url: demo,
        external_id: name,
        viewport_width: [1440, 390, 820][index],
      })),
      { url: 'https://nowhere.invalid/pricing', external_id: 'missing' },
    ],
  })
  // The runs come last: their ids are from the clock of the scheduler, which is ahead, and the list is in the order of the ids.
  await settled(10)
  for (let runs = 1; runs <= 4; runs++) {
    options.passHour()
    await settled(10 + 2 * runs)
  }
  return { requestId, batchId, taskId, watchId }
}
