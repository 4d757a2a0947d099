import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DevToolsPipe } from '../../../../lib/render/browser/devtools-pipe.ts'

const setUp = () => {
  const commands = new PassThrough()
  const messages = new PassThrough()
  const pipe = new DevToolsPipe(commands, messages)
  const received: unknown[] = []
  pipe.onmessage = async (text) => void received.push(JSON.parse(text))
  return { commands, messages, pipe, received }
}

const sent = [{ id: 1, result: {} }, { id: 2, result: { text: 'ä'.repeat(100) } }, { method: 'Page.loaded' }]

test('messages arrive whole and in order, however the bytes are divided', async () => {
  const bytes = Buffer.from(sent.map((message) => `${JSON.stringify(message)}\0`).join(''))
  for (const size of [1, 3, 50, bytes.length]) {
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
  messages.write('{"id":1}\0{"id":2}\0')
  while (order.length < 4) await turn()
  expect(order).toEqual(['{"id":1}', 'continued', '{"id":2}', 'continued'])
})

test('the end of the browser closes the connection, and so does a browser that sends something else', async () => {
  for (const end of ['', 'something else\0']) {
    const { messages, pipe, received } = setUp()
    const closed = new Promise<void>((resolve) => {
      pipe.onclose = resolve
    })
    if (end) messages.write(end)
    else messages.destroy()
    await closed
    expect(received).toEqual([])
  }
})

test('commands end with a zero byte', async () => {
  const { commands, pipe } = setUp()
  pipe.send('{"id":7}')
  await turn()
  expect(String(commands.read())).toBe('{"id":7}\0')
})
