import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createGetFile, FileTooLargeError } from '../../../lib/egress/get-file.ts'
import { allowing } from '../../support/render/egress-client.ts'
import { type Behaviour, startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

const testSite = async (behaviour: Behaviour) => {
  const site = await startWebhookReceiver(behaviour)
  onTestFinished(() => site[Symbol.asyncDispose]())
  return site
}

const get = (url: string, bytesMax = 1000) =>
  createGetFile({ policy: allowing('127.0.0.1') })(url, { bytesMax, fileMs: 10_000 })

test('credentials are sent to the origin of the URL, and not after a redirect to another one', async () => {
  const other = await testSite((response) => void response.end('other'))
  const site = await testSite((response, { path }) => {
    const location = path === '/' ? '/moved' : `${other.url}/`
    response.writeHead(302, { Location: location }).end()
  })
  const file = await get(`http://us%65r:p%C3%A4ss@127.0.0.1:${site.port}/`)
  expect(file).toEqual({ status: 200, url: `${other.url}/`, text: 'other' })
  const authorization = `Basic ${Buffer.from('user:päss').toString('base64')}`
  expect(site.deliveries.map(({ headers }) => headers.authorization)).toEqual([authorization, authorization])
  expect(other.deliveries.map(({ headers }) => headers.authorization)).toEqual([undefined])
})

test.each([
  ['as sent', Buffer.alloc(1001, 'a')],
  ['decompressed', gzipSync(Buffer.alloc(1001, 'a'))],
])('a file that is too large %s is refused', async (_name, body) => {
  const site = await testSite((response) => void response.end(body))
  await expect(get(`${site.url}/`)).rejects.toThrow(FileTooLargeError)
  expect((await get(`${site.url}/`, 1001)).text).toHaveLength(1001)
})
