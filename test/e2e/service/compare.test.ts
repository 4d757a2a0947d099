import { expect, test } from 'vitest'
import { createClient, type ScreenshotOptions } from '../../../clients/typescript/src/index.ts'
import { decodeImage } from '../../support/render/image.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const connect = async () => {
  const { accessKey } = await service.createAccount('growth')
  return createClient({ url: service.baseUrl, accessKey })
}
const client = await connect()

const box = (left: number, color: string) =>
  `<!doctype html><body style="margin:0"><p style="position:absolute;left:${left}px;top:10px;width:20px;height:20px;margin:0;background:${color}">`

const size = { viewport_width: 100, viewport_height: 50, format: 'png' } as const

const store = async (html: string, options: Partial<ScreenshotOptions> = {}) =>
  (await client.screenshot({ html, ...size, ...options, response_type: 'json' })).id

test('two images are compared as runs of a task are, and the difference is an image', async () => {
  const [before, after] = await Promise.all([store(box(10, 'red')), store(box(60, 'red'))])
  const compared = await client.compare({ before, after })
  // 20 × 20 pixels have disappeared, and as many have appeared.
  expect(compared).toMatchObject({
    changed: true,
    ratio: 800 / 5000,
    before: { id: before, file: expect.stringContaining('/cache/') },
    text_difference: null,
  })
  expect(compared.regions).toEqual([{ x: 10, y: 10, width: 70, height: 20 }])
  const image = await decodeImage(
    Buffer.from(await (await fetch(compared.difference?.file ?? '')).arrayBuffer()),
  )
  expect([image.width, image.height]).toEqual([100, 50])

  expect(await client.compare({ before, after, threshold: 0.2 })).toMatchObject({ changed: false })
  expect(await client.compare({ before, after: before })).toMatchObject({
    changed: false,
    ratio: 0,
    regions: [],
    difference: null,
  })
})

test('two texts are compared line by line', async () => {
  const scrape = (query: string) =>
    client.scrape({ url: `http://demo.stillframe.example/${query}`, format: 'md', response_type: 'json' })
  const [before, after] = await Promise.all([scrape(''), scrape('')])
  expect(await client.compare({ before: before.id, after: after.id })).toMatchObject({
    changed: false,
    ratio: 0,
  })
})

test.each([
  [
    'an unknown id',
    async () => '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3',
    /must be the id of a request of this account/,
    404,
  ],
  [
    'a document',
    async () => (await client.pdf({ html: 'x', response_type: 'json' })).id,
    /application\/pdf/,
    400,
  ],
  [
    'a text and an image',
    async () => (await client.scrape({ url: 'http://demo.stillframe.example/', response_type: 'json' })).id,
    /both be images/,
    400,
  ],
])('%s cannot be compared with an image', async (_, create, message, status) => {
  const [before, after] = await Promise.all([create(), store(box(10, 'red'))])
  await expect(client.compare({ before, after })).rejects.toMatchObject({
    status,
    message: expect.stringMatching(message),
  })
})

test('the results of another account cannot be compared', async () => {
  const [other, mine] = await Promise.all([connect(), store(box(10, 'red'))])
  await expect(other.compare({ before: mine, after: mine })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  })
})
