import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../../../local/bundles.ts'
import { listen } from '../../support/listen.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const box = (color: string) =>
  page(
    `<!doctype html><body style="margin:0"><p style="margin:0;width:40px;height:40px;background:${color}">`,
  )
/** Previews are often below a path. Above it is another page. */
const startSite = (color: string) =>
  startFixtureServer({ '/pr-7/': box(color), '/pr-7/same': box('green'), '*': box('white') })

const [before, after, service] = await Promise.all([startSite('red'), startSite('blue'), joinService()])
const folder = temporaryFolder(afterAll)
const { accessKey } = await service.createAccount('growth')

/** GitHub's comments of one pull request, with one on each page of the list. */
const comments: { id: number; body: string; user: { type: string } }[] = [
  { id: 1, body: 'Please add a test.', user: { type: 'User' } },
]
const calls: string[] = []
/** Statuses with which GitHub refuses the next writes. */
const refusals: number[] = []
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
  const refusal = refusals.shift()
  if (refusal !== undefined) {
    response
      .writeHead(refusal)
      .end(refusal === 403 ? '{"message": "Resource not accessible by integration"}' : '')
    return
  }
  const sent = JSON.parse(body)
  if (request.method === 'POST')
    comments.push({ id: comments.length + 1, body: sent.body, user: { type: 'Bot' } })
  else Object.assign(comments.find(({ id }) => url.pathname.endsWith(`/issues/comments/${id}`)) ?? {}, sent)
  response.end('{}')
})
const port = await listen(github, afterAll)
const origin = () => `http://127.0.0.1:${port}`

afterAll(async () => {
  await Promise.all([before.close(), after.close()])
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
    GITHUB_JOB: 'screenshots',
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

const outputs = async () => {
  const text = await readFile(join(folder, 'output'), 'utf8')
  return text.split('\n').slice(-3, -1)
}

test('a pull request gets one comment with what changed, which later runs replace', async () => {
  const changed = await run({ after: 'https://missing.invalid/', paths: '/\n' })
  expect(changed).toMatchObject({ code: 1, out: expect.stringContaining('1 failed') })
  expect(await outputs()).toEqual(['changed=0', 'failed=1'])
  expect(comments).toHaveLength(2)
  expect(comments[1]?.body).toContain('## 1 of 1 pages could not be compared')
  expect(comments[1]?.body).toContain('</code> failed: <code>')

  const same = await run({ paths: '/\n  /?same  \n' })
  expect(same).toEqual({ code: 0, out: expect.stringContaining('/?same: unchanged') })
  expect(await outputs()).toEqual(['changed=0', 'failed=0'])
  expect(comments[1]?.body).toContain('## No page has changed')
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
    'POST /repos/owner/site/issues/5/comments',
  ])

  const different = await run({
    before: `${before.url}/pr-7`,
    after: `${after.url}/pr-7/`,
    paths: '/\n/same',
    'fail-on-change': 'true',
  })
  expect(different).toMatchObject({ code: 1, out: expect.stringContaining('/: changed, 2.67 %') })
  expect(await outputs()).toEqual(['changed=1', 'failed=0'])
  // Each site has a comment.
  expect(comments).toHaveLength(3)
  expect(comments[2]?.body).toContain('## 1 of 2 pages has changed')
  const images = [...(comments[2]?.body.matchAll(/<img src="([^"]+)"/g) ?? [])].map(([, url]) => url ?? '')
  expect(images).toHaveLength(3)
  const decode = (url: string) => url.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
  for (const url of images) expect((await fetch(decode(url))).headers.get('content-type')).toBe('image/png')
})

test('only a comment of a bot is replaced, and what pages and errors say is no Markdown', async () => {
  const refused = { 'access-key': 'none', before: 'https://www.example.com', paths: '/![@team](x)' }
  const count = comments.length
  expect(await run(refused)).toMatchObject({ code: 1 })
  const [comment] = comments.slice(count)
  expect(comment?.body).toContain('<code>/&#33;&#91;&#64;team&#93;(x)</code> failed: <code>')
  Object.assign(comment ?? {}, { user: { type: 'User' } })
  expect(await run(refused)).toMatchObject({ code: 1 })
  expect(comments).toHaveLength(count + 2)
})

test.each([
  [403, 'The job needs the permission `pull-requests: write`.'],
  [502, 'returned 502'],
])(
  'a new comment that GitHub refuses with %i is not sent again, and the outputs are set',
  async (status, message) => {
    const count = calls.length
    refusals.push(status)
    const result = await run({ 'access-key': 'none', before: `https://${status}.example.com` })
    expect(result).toEqual({ code: 1, out: expect.stringContaining(message) })
    expect(calls.slice(count).filter((call) => call.startsWith('POST'))).toHaveLength(1)
    expect(await outputs()).toEqual(['changed=0', 'failed=1'])
  },
)

test.each([
  ['paths', '/\npricing', 'Each path must begin with /.'],
  ['options', '[]', 'It must be a JSON object.'],
  ['threshold', '1.5', 'It must be a number from 0 to 1.'],
  ['fail-on-change', 'yes', 'It must be true or false.'],
  ['after', 'https://example.com/?preview=7', 'It must begin with http:// or https://, without a query.'],
])('the input %s "%s" is an error before anything is rendered', async (name, value, rule) => {
  const count = calls.length
  const { code, out } = await run({ [name]: value })
  expect([code, out]).toEqual([1, expect.stringMatching(/^::error::/)])
  expect(out).toContain(`\`${name}\` is`)
  expect(out).toContain(rule)
  expect(calls).toHaveLength(count)
})
