import { setTimeout as wait } from 'node:timers/promises'
import { createSignature } from '../../lib/core/access/signature.ts'
import type { BatchView } from '../../lib/schema/batches.ts'
import {
  bytesOf,
  type Check,
  call,
  demoUrl,
  expectThat,
  green,
  post,
  readReport,
  shot,
  type Target,
} from './client.ts'

const megabyte = 1_000_000
const batchSecondsMax = 300

const refused = async (target: Target, path: string, status: number, expected: string) => {
  const code = (await call(target, path, { status })).headers.get('x-service-error')
  expectThat(code === expected, `X-Service-Error was ${code}`)
  return `${status} ${code}`
}

/** 5 MB, of which 4 % are quotation marks. Each takes four bytes in the event that Lambda receives, which is then 5.6 MB. */
const quotes = `<!--${`"a" "b"${'x'.repeat(93)}`.repeat(50_000)}-->`

/** A page whose image is large, because random pixels cannot be compressed. */
export const noise = `<body style="margin:0"><canvas width="2500" height="2500" style="display:block"></canvas><script>
const context = document.querySelector('canvas').getContext('2d')
const image = context.createImageData(2500, 2500)
const pixels = new Uint32Array(image.data.buffer)
for (let index = 0; index < pixels.length; index++) pixels[index] = Math.random() * 2 ** 24 | 0xff000000
context.putImageData(image, 0, 0)
</script>`

/** What AWS does and a local service does not, unless it imitates AWS: permissions, quotas of requests and responses, time. */
export const awsChecks: Check[] = [
  {
    name: 'a wrong signature is refused',
    run: (target) =>
      refused(target, `/v1/screenshot?url=${demoUrl}&signature=${'0'.repeat(64)}`, 403, 'invalid_signature'),
  },
  {
    name: 'a right signature is accepted, and refused after one letter has changed',
    skip: ({ secretKey }) => (secretKey ? undefined : 'SMOKE_SECRET_KEY is not set'),
    async run(target) {
      const query = `url=${encodeURIComponent(demoUrl)}&viewport_width=300`
      const signature = createSignature(target.secretKey ?? '', query)
      await bytesOf(await call(target, `/v1/screenshot?${query}&signature=${signature}`))
      const altered = query.replace('300', '301')
      return refused(target, `/v1/screenshot?${altered}&signature=${signature}`, 403, 'invalid_signature')
    },
  },
  {
    name: 'an unpaid account is refused',
    skip: ({ unpaidAccessKey }) => (unpaidAccessKey ? undefined : 'SMOKE_UNPAID_ACCESS_KEY is not set'),
    run: (target) =>
      refused(
        { ...target, accessKey: target.unpaidAccessKey ?? '' },
        `/v1/screenshot?url=${demoUrl}`,
        402,
        'payment_required',
      ),
  },
  {
    name: 'a query string may contain ; { } and |',
    async run(target) {
      const query = `url=${demoUrl}?a|b&format=md&cookies=first=1;second=2&styles=h1{color:red;margin:0}`
      await bytesOf(await call(target, `/v1/scrape?${query}`))
      return '200'
    },
  },
  {
    name: 'a document of 5 MB with many quotation marks is rendered',
    async run(target) {
      const html = shot.html + quotes
      await green(await bytesOf(await post(target, '/v1/screenshot', { ...shot, html })))
      return `${(html.length / megabyte).toFixed(1)} MB`
    },
  },
  {
    name: 'a result above 16 MB arrives complete',
    isLong: true,
    async run(target) {
      const size = { viewport_width: 2500, viewport_height: 2500 }
      const response = await post(target, '/v1/screenshot', { ...shot, ...size, html: noise })
      const bytes = (await bytesOf(response)).length
      expectThat(bytes > 16 * megabyte, `the image has ${bytes} bytes`)
      const declared = response.headers.get('content-length')
      expectThat(declared === null || Number(declared) === bytes, `${bytes} of ${declared} bytes arrived`)
      return `${(bytes / megabyte).toFixed(1)} MB`
    },
  },
  {
    name: 'a render of 90 s is returned',
    isLong: true,
    async run(target) {
      const startedMs = Date.now()
      const video = await bytesOf(
        await post(target, '/v1/screencast', {
          // The element appears after 28 s. With it, the page is recorded in real time.
          url: `${demoUrl}?late=28`,
          wait_for_selector: '#late',
          timeout: 30,
          delay: 30,
          duration: 30,
          fps: 1,
          viewport_width: 320,
          viewport_height: 240,
        }),
      )
      expectThat(video.subarray(4, 8).toString() === 'ftyp', 'the file is not an MP4')
      const seconds = Math.round((Date.now() - startedMs) / 1000)
      expectThat(seconds >= 88, `it took only ${seconds} s`)
      return `${seconds} s`
    },
  },
  {
    name: 'a batch of 40 pages goes on, one after the other',
    isLong: true,
    async run(target) {
      const requests = Array.from({ length: 40 }, (_, index) => ({ url: `${demoUrl}?page=${index}` }))
      const batch = { operation: 'scrape', options: { js_enabled: false }, requests, max_concurrency: 1 }
      const { id } = (await (await post(target, '/v1/batches', batch, 202)).json()) as { id: string }
      const endsMs = Date.now() + batchSecondsMax * 1000
      for (;;) {
        const { done, queued, codes } = (await (await call(target, `/v1/batches/${id}`)).json()) as BatchView
        expectThat(Object.keys(codes).length === 0, `requests failed: ${JSON.stringify(codes)}`)
        if (queued === 0) return `${done} done`
        // Lambda refuses the 17th invocation of a chain of messages, unless the function allows it.
        expectThat(Date.now() < endsMs, `after ${batchSecondsMax} s, ${done} of 40 were done`)
        await wait(1000)
      }
    },
  },
  {
    name: 'a second render after a pause finds a warm browser',
    async run(target) {
      await readReport(target)
      await wait(target.pauseSeconds * 1000)
      const { coldBrowser } = await readReport(target)
      expectThat(coldBrowser === false, `coldBrowser was ${coldBrowser}`)
      return `after ${target.pauseSeconds} s`
    },
  },
]
