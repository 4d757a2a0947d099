import { afterAll, beforeAll, expect, test } from 'vitest'
import { counterPoints, readCounter } from '../../support/render/screencast.ts'
import { startVideoReader, type VideoReader } from '../../support/render/video-reader.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { type FixtureServer, startFixtureServer } from '../../support/sites/fixture-server.ts'

let fixtures: FixtureServer
let service: SharedService
let reader: VideoReader

beforeAll(async () => {
  fixtures = await startFixtureServer()
  reader = await startVideoReader()
  service = await joinService()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await reader[Symbol.asyncDispose]()
  await fixtures.close()
})

const options = (more: Record<string, string> = {}) => ({
  url: `${fixtures.url}/screencast/counter.html`,
  viewport_width: '320',
  viewport_height: '240',
  duration: '1',
  ...more,
})

const get = (more?: Record<string, string>) =>
  fetch(`${service.baseUrl}/v1/screencast?${new URLSearchParams(options(more))}`, {
    headers: { 'x-access-key': service.accessKey },
  })

test.each([
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
  ['avi', 'video/x-msvideo'],
])('a video as %s is complete over HTTP', async (format, contentType) => {
  const response = await get({ format, attachment_name: 'video' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(contentType)
  expect(response.headers.get('content-disposition')).toContain(`video.${format}`)
  expect(response.headers.get('x-service-capture-mode')).toBe('virtual')
  const video = await reader.read(Buffer.from(await response.arrayBuffer()), counterPoints)
  const counts = video.pixels.map((pixels) => readCounter(pixels).count)
  expect(counts).toEqual(Array.from({ length: 30 }, (_, index) => (counts[0] ?? 0) + index))
})

test('POST accepts the same parameters and returns metadata', async () => {
  const response = await fetch(`${service.baseUrl}/v1/screencast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': service.accessKey },
    body: JSON.stringify({ ...options(), format: 'gif', metadata_title: true, metadata_report: true }),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/gif')
  expect(response.headers.get('x-service-metadata-title')).toBe('Counter')
  expect(JSON.parse(response.headers.get('x-service-metadata-report') ?? '{}')).toMatchObject({
    video: { mode: 'virtual', frames: 10, skipped: 0 },
  })
})

test.each([
  ['no address', { url: '' }, 'invalid_parameter'],
  ['a parameter of another operation', { full_page: 'true' }, 'unknown_parameter'],
  ['a video that is too long', { duration: '31' }, 'invalid_parameter'],
  ['a video that is too large', { viewport_width: '6000' }, 'result_too_large'],
])('%s returns 400', async (_name, more, code) => {
  const response = await get(more as unknown as Record<string, string>)
  expect(response.status).toBe(400)
  expect(response.headers.get('x-service-error')).toBe(code)
})
