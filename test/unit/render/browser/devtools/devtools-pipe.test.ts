import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { encodeMessage } from '../../../../../lib/render/browser/devtools/cbor.ts'
import { DevToolsPipe } from '../../../../../lib/render/browser/devtools/devtools-pipe.ts'

const setUp = () => {
  const commands = new PassThrough()
  const messages = new PassThrough()
  const pipe = new DevToolsPipe(commands, messages)
  const received: unknown[] = []
  pipe.onmessage = (text) => void received.push(JSON.parse(text))
  const delivered: unknown[] = []
  const session = { onMessage: (message: unknown) => void delivered.push(message) }
  const deliver = () => pipe.deliverTo({ session: (id: string) => (id === 'page' ? session : null) } as never)
  return { commands, messages, pipe, received, delivered, deliver }
}

const sent = [{ id: 1, result: {} }, { id: 2, result: { text: 'ä'.repeat(100) } }, { method: 'Page.loaded' }]

test('messages arrive whole and in order, however the bytes are divided', async () => {
  const bytes = Buffer.concat(sent.map(encodeMessage))
  for (const size of [1, 3, 7, 8, 50, bytes.length]) {
    const { messages, received } = setUp()
    for (let at = 0; at < bytes.length; at += size) messages.write(bytes.subarray(at, at + size))
    while (received.length < sent.length) await turn()
    expect(received).toEqual(sent)
  }
})

test('code that awaits a message continues before the next message is delivered', async () => {
  const { messages, pipe } = setUp()
  const order: string[] = []
  pipe.onmessage = (text) => {
    order.push(text)
    void Promise.resolve().then(() => order.push('continued'))
  }
  messages.write(Buffer.concat([encodeMessage({ id: 1 }), encodeMessage({ id: 2 })]))
  while (order.length < 4) await turn()
  expect(order).toEqual(['{"id":1}', 'continued', '{"id":2}', 'continued'])
})

test('a message of a session is delivered to it, except what the connection must see', async () => {
  const { messages, received, delivered, deliver } = setUp()
  const ofPage = { sessionId: 'page', id: 3, result: { data: 'x' } }
  const attached = { sessionId: 'page', method: 'Target.attachedToTarget', params: {} }
  const ofOther = { sessionId: 'other', id: 4, result: {} }
  messages.write(encodeMessage(ofPage))
  while (received.length < 1) await turn()
  deliver()
  for (const message of [ofPage, attached, ofOther]) messages.write(encodeMessage(message))
  while (received.length < 2) await turn()
  expect(received).toEqual([ofPage, attached])
  expect(delivered).toEqual([ofPage])
})

test.each([
  ['something else', Buffer.from('{"id":1}')],
  ['a message that breaks off', Buffer.from('d8185a00000003bf6169', 'hex')],
])('a browser that sends %s is disconnected', async (_what, bytes) => {
  const { messages, pipe, received } = setUp()
  const closed = new Promise<void>((resolve) => {
    pipe.onclose = resolve
  })
  messages.write(bytes)
  await closed
  expect(received).toEqual([])
})
