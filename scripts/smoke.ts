// npm run smoke -- <base-url> <access-key>: checks a deployed stage, or the local service, end to end.
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'

const usage = 'npm run smoke -- <base-url> <access-key>'

/** Bundled with the service, so no stage depends on a third-party website. */
const demoUrl = 'http://demo.stillframe.example/'

const asyncSecondsMax = 120

class SmokeError extends Error {}

interface Target {
  baseUrl: string
  accessKey: string
}

interface Check {
  name: string
  run(target: Target): Promise<string>
}

const expectThat = (isTrue: boolean, otherwise: string) => {
  if (!isTrue) throw new SmokeError(otherwise)
}

const call = async (
  { baseUrl, accessKey }: Target,
  path: string,
  { status = 200, ...init }: RequestInit & { status?: number } = {},
): Promise<Response> => {
  const headers = { 'x-access-key': accessKey, 'content-type': 'application/json', ...init.headers }
  const response = await fetch(baseUrl + path, { ...init, headers })
  if (response.status !== status)
    throw new SmokeError(
      `${path.split('?')[0]} returned ${response.status} instead of ${status}: ${(await response.text()).slice(0, 300)}`,
    )
  return response
}

const post = (target: Target, path: string, body: unknown, status = 200) =>
  call(target, path, { method: 'POST', body: JSON.stringify(body), status })

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

const shot = {
  html: '<body style="background:#00c800">',
  viewport_width: 200,
  viewport_height: 100,
  format: 'png',
}

const green = async (image: Buffer) => {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expectThat(info.width === 200 && info.height === 100, `the image is ${info.width}x${info.height}`)
  expectThat([...data.subarray(0, 3)].join() === '0,200,0', 'the image is not green')
}

const checks: Check[] = [
  {
    name: 'a request without a key is refused',
    async run(target) {
      await call({ ...target, accessKey: '' }, '/v1/devices', { status: 401 })
      return '401'
    },
  },
  {
    name: 'the reference is available',
    async run(target) {
      const { paths } = (await (await call(target, '/v1/openapi.json')).json()) as { paths: object }
      await call(target, '/docs/')
      return `${Object.keys(paths).length} paths`
    },
  },
  {
    name: 'a screenshot of HTML has the expected pixels',
    async run(target) {
      await green(await bytesOf(await post(target, '/v1/screenshot', shot)))
      return '200x100, green'
    },
  },
  {
    name: 'the demo page is scraped',
    async run(target) {
      const query = new URLSearchParams({ url: demoUrl, format: 'md' })
      const text = await (await call(target, `/v1/scrape?${query}`)).text()
      expectThat(text.includes('# '), 'the Markdown has no heading')
      return `${text.length} characters`
    },
  },
  {
    name: 'a PDF has the correct format',
    async run(target) {
      const pdf = await bytesOf(await post(target, '/v1/pdf', { url: demoUrl }))
      expectThat(pdf.subarray(0, 5).toString() === '%PDF-', 'the file is not a PDF')
      return `${pdf.length} bytes`
    },
  },
  {
    name: 'a video has the correct format',
    async run(target) {
      const video = await bytesOf(
        await post(target, '/v1/screencast', {
          url: demoUrl,
          duration: 1,
          viewport_width: 320,
          viewport_height: 240,
        }),
      )
      expectThat(video.subarray(4, 8).toString() === 'ftyp', 'the file is not an MP4')
      return `${video.length} bytes`
    },
  },
  {
    name: 'the second of two cached requests is a hit',
    async run(target) {
      const body = { ...shot, cache: true, cache_key: `smoke-${Date.now()}`, cache_ttl: 60 }
      const first = await post(target, '/v1/screenshot', body)
      const second = await post(target, '/v1/screenshot', body)
      const both = [first, second].map(({ headers }) => headers.get('x-service-cache')).join()
      expectThat(both === 'miss,hit', `X-Service-Cache was ${both}`)
      expectThat((await bytesOf(first)).equals(await bytesOf(second)), 'the hit differs from the miss')
      return both
    },
  },
  {
    name: 'an asynchronous request ends and its file is available',
    async run(target) {
      const accepted = await post(target, '/v1/screenshot', { ...shot, async: true }, 202)
      const id = accepted.headers.get('x-service-request-id') ?? ''
      const file = await waitForFile(target, id)
      const answer = await fetch(file)
      expectThat(answer.ok, `the file returned ${answer.status}`)
      await green(await bytesOf(answer))
      return id
    },
  },
  {
    name: 'a private IP address is refused',
    async run(target) {
      const answer = await post(target, '/v1/screenshot', { url: 'http://169.254.169.254/' }, 400)
      const code = answer.headers.get('x-service-error')
      expectThat(code === 'address_blocked', `X-Service-Error was ${code}`)
      return String(code)
    },
  },
  {
    name: 'a task can be created, read and deleted',
    async run(target) {
      const query = new URLSearchParams({ url: demoUrl }).toString()
      const task = { name: 'smoke', api: 'screenshot', query, frequency: 'every_day', enabled: false }
      const answer = await call(target, '/v1/tasks', {
        method: 'POST',
        body: JSON.stringify(task),
        status: 201,
      })
      const { id } = (await answer.json()) as { id: number }
      await call(target, `/v1/tasks/${id}`)
      await call(target, `/v1/tasks/${id}`, { method: 'DELETE', status: 204 })
      return String(id)
    },
  },
  {
    name: 'usage is counted',
    async run(target) {
      const { hits } = (await (await call(target, '/v1/usage')).json()) as { hits: { used: number } }
      expectThat(hits.used > 0, 'no hit was counted')
      return `${hits.used} hits`
    },
  },
]

const waitForFile = async (target: Target, id: string): Promise<string> => {
  const endsMs = Date.now() + asyncSecondsMax * 1000
  while (Date.now() < endsMs) {
    const record = (await (await call(target, `/v1/requests/${id}`)).json()) as {
      status: string
      file: string | null
      error: unknown
    }
    if (record.status === 'failed')
      throw new SmokeError(`the request failed: ${JSON.stringify(record.error)}`)
    if (record.status === 'done' && record.file) return record.file
    await wait(500)
  }
  throw new SmokeError(`the request did not end within ${asyncSecondsMax} s`)
}

const print = (text: string) => process.stdout.write(`${text}\n`)

const main = async () => {
  const [baseUrl, accessKey] = process.argv.slice(2)
  if (!baseUrl || !accessKey) {
    print(usage)
    return 2
  }
  const target = { baseUrl: baseUrl.replace(/\/$/, ''), accessKey }
  let failed = 0
  for (const { name, run } of checks) {
    try {
      print(`ok      ${name} (${await run(target)})`)
    } catch (error) {
      failed++
      print(`FAILED  ${name}: ${(error as Error).message}`)
    }
  }
  print(`${checks.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

process.exitCode = await main()
