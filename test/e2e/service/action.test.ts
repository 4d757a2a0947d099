import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../../../local/bundles.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const box = (color: string) =>
  page(
    `<!doctype html><body style="margin:0"><p style="margin:0;width:40px;height:40px;background:${color}">`,
  )
const startSite = (color: string) => startFixtureServer({ '/': box(color), '/same': box('green') })

const [before, after, service, folder] = await Promise.all([
  startSite('red'),
  startSite('blue'),
  joinService(),
  mkdtemp(join(tmpdir(), 'stillframe-action-')),
])
const { accessKey } = await service.createAccount('growth')

/** GitHub's comments of one pull request, with one on each page of the list. */
const comments: { id: number; body: string }[] = [{ id: 1, body: 'Please add a test.' }]
const calls: string[] = []
const github = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', origin())
  const body = Buffer.concat(await request.toArray()).toString()
  calls.push(`${request.method} ${url.pathname}`)
  expect(request.headers.authorization).toBe('Bearer token')
  const page = Number(url.searchParams.get('page') ?? 1)
  if (request.method === 'GET') {
    if (page < comments.length)
      response.setHeader('link', `<${origin()}${url.pathname}?page=${page + 1}>; rel="next", <x>; rel="last"`)
    response.end(JSON.stringify(comments.slice(page - 1, page)))
    return
  }
  const sent = JSON.parse(body)
  if (request.method === 'POST') comments.push({ id: 7, body: sent.body })
  else Object.assign(comments.find(({ id }) => url.pathname.endsWith(`/issues/comments/${id}`)) ?? {}, sent)
  response.end('{}')
})
await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve))
const origin = () => `http://127.0.0.1:${(github.address() as AddressInfo).port}`

afterAll(async () => {
  github.close()
  await Promise.all([before.close(), after.close()])
  await rm(folder, { recursive: true })
  await service[Symbol.asyncDispose]()
})

const event = join(folder, 'event.json')
await writeFile(event, JSON.stringify({ pull_request: { number: 5 } }))

const run = (inputs: Record<string, string>) => {
  const given = {
    'service-url': service.baseUrl,
    'access-key': accessKey,
    before: 'http://demo.stillframe.example/',
    after: 'http://demo.stillframe.example/',
    paths: '/',
    options: '{"viewport_width": 300, "viewport_height": 200}',
    threshold: '0',
    'github-token': 'token',
    ...inputs,
  }
  const env = {
    ...process.env,
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    GITHUB_API_URL: origin(),
    GITHUB_REPOSITORY: 'owner/site',
    GITHUB_EVENT_PATH: event,
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
  }
  return new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, [join(root, 'clients/action/main.mjs')], { env }, (error, out) =>
      resolve({ code: Number(error?.code ?? 0), out }),
    )
  })
}

test('a pull request gets one comment with what changed, which later runs replace', async () => {
  const changed = await run({ after: 'https://missing.invalid/', paths: '/\n' })
  expect(changed).toMatchObject({ code: 1, out: expect.stringContaining('1 failed') })
  expect(comments).toHaveLength(2)
  expect(comments[1]?.body).toContain('failed: ')

  const same = await run({ paths: '/\n  /?same  \n' })
  expect(same).toEqual({ code: 0, out: expect.stringContaining('/?same: unchanged') })
  expect(comments[1]?.body).toContain('## No page has changed')

  const different = await run({
    before: before.url,
    after: after.url,
    paths: '/\n/same',
    'fail-on-change': 'true',
  })
  expect(different).toMatchObject({ code: 1, out: expect.stringContaining('/: changed, 2.67 %') })
  expect(comments).toHaveLength(2)
  expect(comments[1]?.body).toContain('## 1 of 2 pages has changed')
  const images = [...(comments[1]?.body.matchAll(/<img src="([^"]+)"/g) ?? [])].map(([, url]) => url ?? '')
  expect(images).toHaveLength(3)
  for (const url of images) expect((await fetch(url)).headers.get('content-type')).toBe('image/png')
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
    'POST /repos/owner/site/issues/5/comments',
  ])
  expect(await readFile(join(folder, 'output'), 'utf8')).toBe(
    'changed=0\nfailed=1\nchanged=0\nfailed=0\nchanged=1\nfailed=0\n',
  )
})
