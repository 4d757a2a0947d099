import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { AwsChunkedDecoder } from '../../../../local/aws/s3/aws-chunked.ts'

const framed = Buffer.from(
  'b;chunk-signature=00\r\nhello\r\nworl\r\n1\r\nd\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\nx-other: a:b\r\n\r\n',
)

const decode = async (pieces: Buffer[]) => {
  const decoder = new AwsChunkedDecoder()
  const body = await buffer(Readable.from(pieces).compose(decoder))
  return { body: body.toString(), trailers: decoder.trailers }
}

test('the body is the same wherever the network cuts it', async () => {
  for (let cut = 1; cut < framed.length; cut++) {
    const { body, trailers } = await decode([framed.subarray(0, cut), framed.subarray(cut)])
    expect(body).toBe('hello\r\nworld')
    expect(trailers).toEqual({ 'x-amz-checksum-crc32': 'AAAAAA==', 'x-other': 'a:b' })
  }
})

test('the body is the same when it arrives byte by byte', async () => {
  const { body } = await decode([...framed].map((byte) => Buffer.from([byte])))
  expect(body).toBe('hello\r\nworld')
})

test.each([
  ['no size', 'zz\r\nhello\r\n0\r\n\r\n'],
  ['an end before its last chunk', '5\r\nhello\r\n'],
  ['an end within a chunk', '5\r\nhel'],
  ['a chunk longer than its size', '5\r\nhello world\r\n0\r\n\r\n'],
  ['a line without an end', 'a'.repeat(20_000)],
])('a body with %s is refused', async (_fault, text) => {
  await expect(decode([Buffer.from(text)])).rejects.toMatchObject({ code: 'IncompleteBody' })
})
