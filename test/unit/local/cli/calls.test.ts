import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Rendering } from '../../../../local/cli/batch/batch-command.ts'
import { renderRowsThere } from '../../../../local/cli/batch/render-there.ts'
import { listen } from '../../../support/listen.ts'
import { runCommand } from '../../../support/run-command.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** What the service responds with, by method and path: JSON, a status, or a function of the body. */
type Answer = object | number | ((body: string) => object | number)

let answers: Record<string, Answer> = {}
let calls: string[] = []
/** The Idempotency-Key of each call that has one. */
let keys: string[] = []
/** What the service says when it refuses. */
let message = 'None.'
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  const call = `${request.method} ${request.url?.split('?', 1)[0]}`
  calls.push(call)
  keys.push(...[request.headers['idempotency-key'] ?? []].flat())
  const answer = answers[call] ?? 404
  const result = typeof answer === 'function' ? answer(body) : answer
  response.writeHead(typeof result === 'number' ? result : 200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(typeof result === 'number' ? { code: 'none', message } : result))
})
const folder = temporaryFolder(afterAll)
const url = `http://127.0.0.1:${await listen(server, afterAll)}`
beforeEach(() => {
  answers = {}
  calls = []
  keys = []
  message = 'None.'
})

const run = (...args: string[]) => runCommand(args, { STILLFRAME_URL: url, STILLFRAME_KEY: 'key' })

test('what a page calls itself cannot command the terminal', async () => {
  const title = 'A\u001b[2J\u009b\nB'
  answers['GET /v1/requests'] = { requests: [{ title }] }
  answers['GET /v1/requests/one'] = { title }
  expect((await run('requests')).out).toBe('title\nA\\u001b[2J\\u009b B\n')
  const { out } = await run('requests', 'get', 'one', '--json')
  expect([JSON.parse(out), out]).toEqual([{ title }, expect.not.stringContaining('\u009b')])
})

const rows = ['a', 'b'].map((name) => ({ name, parameters: { url: `https://${name}.example` } }))

/** Renders two rows on the service. */
const render = async (out: string, changes: Partial<Rendering> = {}) => {
  const done: string[] = []
  const failed: Record<string, string> = {}
  const rendering: Rendering = {
    operation: 'pdf',
    parameters: {},
    list: rows,
    out,
    concurrency: undefined,
    service: undefined,
    env: {},
    signal: AbortSignal.timeout(5_000),
    show: undefined,
    onDone: async ({ name }) => void done.push(name),
    onFailed: ({ name }, { message }) => {
      failed[name] = message
    },
    ...changes,
  }
  await renderRowsThere(rows, rendering, { url, accessKey: 'key', retries: 0 }, { callMs: 0, pollMs: 1 })
  return { done: done.toSorted(), failed }
}

/** Makes the service end each batch immediately. Returns the bodies that created them. */
const serveBatches = () => {
  const created: Record<string, unknown>[] = []
  answers['POST /v1/batches'] = (body) => {
    created.push(JSON.parse(body))
    return { id: 'batch' }
  }
  answers['GET /v1/batches/batch'] = { id: 'batch', status: 'ended', done: 2, failed: 0, codes: {} }
  answers['GET /v1/requests'] = {
    cursor: null,
    requests: ['a', 'b'].map((name, index) => ({
      external_id: `row ${index}`,
      operation: 'pdf',
      status: 'done',
      error: null,
      file: `${url}/${name}.pdf`,
    })),
  }
  answers['GET /a.pdf'] = {}
  answers['GET /b.pdf'] = {}
  return created
}

test('a file that cannot be downloaded fails its row only', async () => {
  const created = serveBatches()
  answers['GET /a.pdf'] = 503
  expect(await render(join(folder, 'away'))).toEqual({
    done: ['b'],
    failed: { a: 'pdf.pdf could not be downloaded: 503.' },
  })
  expect(calls.filter((call) => call === 'GET /a.pdf')).toHaveLength(5)
  for (const status of [404, 410, 403]) {
    answers['GET /a.pdf'] = status
    expect((await render(join(folder, 'gone'))).failed).toEqual({
      a: `pdf.pdf could not be downloaded: ${status}.`,
    })
  }
  expect(created).toHaveLength(4)
  let isAway = true
  answers['GET /a.pdf'] = () => {
    const answer = isAway ? 503 : {}
    isAway = false
    return answer
  }
  expect(await render(join(folder, 'back'))).toEqual({ done: ['a', 'b'], failed: {} })
})

/** Begins a batch whose process ends before the batch does. */
const begin = async (out: string, changes: Partial<Rendering> = {}) => {
  const created = serveBatches()
  const stop = new AbortController()
  answers['GET /v1/batches/batch'] = () => {
    stop.abort()
    return 503
  }
  await expect(render(out, { signal: stop.signal, ...changes })).rejects.toThrow()
  expect(await readdir(out)).toEqual(['.batch.json'])
  serveBatches()
  return created
}

test('a batch that the service refuses leaves nothing, and the error names the page', async () => {
  const out = join(folder, 'refused')
  for (const status of [400, 401, 423]) {
    answers['POST /v1/batches'] = () => status
    await expect(render(out)).rejects.toMatchObject({ status })
    expect(await readdir(out)).toEqual([])
  }
  message = 'In `requests[1]` with `options`: `scale` is 9.'
  await expect(render(out)).rejects.toThrow('For https://b.example: `scale` is 9.')
  answers['POST /v1/batches'] = 503
  await expect(render(out)).rejects.toMatchObject({ status: 503 })
  expect(await readdir(out)).toEqual(['.batch.json'])
})

test('a batch whose creation was interrupted is created with the same request and key', async () => {
  const out = join(folder, 'interrupted')
  answers['POST /v1/batches'] = 503
  await expect(render(out, { concurrency: 3 })).rejects.toMatchObject({ status: 503 })
  // It may exist, so what the service says of its caller says nothing about it.
  answers['POST /v1/batches'] = 401
  await expect(render(out)).rejects.toMatchObject({ status: 401 })
  const { idempotencyKey } = JSON.parse(await readFile(join(out, '.batch.json'), 'utf8'))
  const created = serveBatches()
  await render(out, { concurrency: 4 })
  expect(created).toMatchObject([{ max_concurrency: 3 }])
  expect(keys.at(-1)).toBe(idempotencyKey)
  answers['POST /v1/batches'] = 503
  await expect(render(out)).rejects.toMatchObject({ status: 503 })
  answers['POST /v1/batches'] = 400
  await expect(render(out)).rejects.toMatchObject({ status: 400 })
  expect(await readdir(out)).toEqual([])
})

test('a refusal of the second thousand is shown with the failures of the first', async () => {
  const list = join(folder, 'long.csv')
  await writeFile(list, Array.from({ length: 1_001 }, (_, index) => `https://a.example/${index}`).join('\n'))
  serveBatches()
  answers['GET /v1/batches/batch'] = {
    id: 'batch',
    status: 'ended',
    done: 0,
    failed: 1_000,
    codes: { expired: 999 },
  }
  answers['GET /v1/requests'] = {
    cursor: null,
    requests: [{ external_id: 'row 7', status: 'failed', error: { code: 'page_timeout', message: 'Late.' } }],
  }
  let count = 0
  answers['POST /v1/batches'] = () => (count++ === 0 ? { id: 'batch' } : 423)
  answers['GET /v1/usage'] = { concurrency: { limit: 1_000_000 } }
  const { code, err } = await run('batch', 'pdf', list, '-o', join(folder, 'long'))
  expect(code).toBe(1)
  expect(err).toContain('1000 of 1001 pages failed:\nhttps://a.example/7 Late. (page_timeout)\n')
  expect(err.trimEnd().split('\n').at(-1)).toBe('1 page was not rendered: None. (none)')
})

test('a batch in progress is followed by the command that began it, and by no other', async () => {
  const out = join(folder, 'resumed')
  await begin(out, { parameters: { scale: 1, landscape: true } })
  const others: Partial<Rendering>[] = [
    { parameters: { scale: 1 } },
    { parameters: { scale: 1, landscape: true }, operation: 'screenshot' },
    { parameters: { scale: 1, landscape: true }, list: rows.slice(1) },
  ]
  for (const other of others) await expect(render(out, other)).rejects.toThrow('has a batch in progress')
  const created = serveBatches()
  expect((await render(out, { parameters: { landscape: true, scale: 1 } })).done).toEqual(['a', 'b'])
  expect([created, await readdir(out)]).toEqual([[], []])
})

test('a batch that the service forgot, or whose files it deleted, is created again, once', async () => {
  const out = join(folder, 'forgotten')
  await begin(out)
  const state = JSON.parse(await readFile(join(out, '.batch.json'), 'utf8'))
  await writeFile(join(out, '.batch.json'), JSON.stringify({ ...state, id: 'forgotten' }))
  const created = serveBatches()
  expect((await render(out)).done).toEqual(['a', 'b'])
  expect(created).toHaveLength(1)

  await begin(out)
  const again = serveBatches()
  answers['GET /a.pdf'] = 404
  const { done, failed } = await render(out)
  expect([done, Object.keys(failed), again.length]).toEqual([['b'], ['a'], 1])

  const lost = serveBatches()
  delete answers['GET /v1/batches/batch']
  await expect(render(join(folder, 'lost'))).rejects.toMatchObject({ status: 404 })
  expect(lost).toHaveLength(1)
})
