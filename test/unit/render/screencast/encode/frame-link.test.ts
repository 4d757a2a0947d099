import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { FrameLink } from '../../../../../lib/render/outputs/screencast/encode/frame-link.ts'

const startLink = async (bytesMax?: number) => {
  const link = new FrameLink(bytesMax)
  await link.listen()
  onTestFinished(() => link.close())
  /** As Chromium asks its proxy. */
  const ask = (path: string, body?: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(link.proxyUrl)
      const options = { hostname, port, path: link.pageUrl + path, method: body ? 'POST' : 'GET' }
      request(options, (response) => resolve(buffer(response)))
        .on('error', reject)
        .end(body)
    })
  return { link, ask }
}

const packet = (kind: number, text: string) => {
  const head = Buffer.from([kind, 0, 0, 0, 0])
  head.writeUInt32LE(text.length, 1)
  return Buffer.concat([head, Buffer.from(text)])
}

test('frames arrive in their order with their lengths, and packets of several frames in one request', async () => {
  const { link, ask } = await startLink()
  const frames = ask('frames')
  await link.add(Buffer.from('one'))
  await link.add(Buffer.alloc(0))
  const completed = link.complete()
  expect(await frames).toEqual(Buffer.from('\x03\0\0\0one\0\0\0\0', 'latin1'))
  await ask('packets', Buffer.concat([packet(1, 'key'), packet(0, 'other')]))
  await ask('end', Buffer.alloc(0))
  await completed
  expect(link.packets).toEqual([
    { isKey: true, data: Buffer.from('key') },
    { isKey: false, data: Buffer.from('other') },
  ])
})

test('at most eight frames wait for the encoder, because the time after the last frame is short', async () => {
  const { link, ask } = await startLink()
  const frames = ask('frames')
  for (let i = 0; i < 7; i++) await link.add(Buffer.alloc(0))
  let isAccepted = false
  const eighth = link.add(Buffer.alloc(0)).then(() => {
    isAccepted = true
  })
  await ask('unknown')
  expect(isAccepted).toBe(false)
  await ask('packets', packet(0, 'first'))
  await eighth
  void link.complete().catch(() => undefined)
  expect(await frames).toHaveLength(8 * 4)
})

test('a video that would be too large ends as soon as its packets are', async () => {
  const { link, ask } = await startLink(2_000_000)
  const large = packet(0, 'x'.repeat(600_000))
  for (let count = 0; count < 3; count++) await ask('packets', large)
  await expect(ask('packets', large)).rejects.toThrow('socket hang up')
  await expect(link.ended).rejects.toMatchObject({
    code: 'result_too_large',
    message: expect.stringContaining('larger than 2 MB'),
  })
})
