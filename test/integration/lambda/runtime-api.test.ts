import { expect, onTestFinished, test } from 'vitest'
import { startRuntimeApi } from '../../../local/lambda/host/runtime-api.ts'
import { createRuntimeClient } from '../../../local/lambda/runtime/runtime-client.ts'

test('only a client that knows the path of a Runtime API reaches it', async () => {
  const calls: string[] = []
  const api = await startRuntimeApi({
    onNext(response) {
      calls.push('next')
      response.setHeader('stillframe-function-variables', '%7B%7D').end()
    },
    onInitError: ({ message }) => void calls.push(message),
    current: () => undefined,
  })
  onTestFinished(() => api.close())
  const [host = '', secret = ''] = api.address.split('/')
  expect(secret).toMatch(/^[0-9a-f]{32}$/)
  const paths = ['', '/', `/${secret.slice(1)}`, `/${secret.toUpperCase()}x`, `/x/${secret}`]
  for (const path of paths)
    for (const [method, action] of [
      ['GET', 'invocation/next'],
      ['POST', 'init/error'],
    ] as const) {
      const response = await fetch(`http://${host}${path}/2018-06-01/runtime/${action}`, { method })
      expect([path, response.status]).toEqual([path, 403])
    }
  expect(calls).toEqual([])

  const client = createRuntimeClient(api.address)
  await client.postInitError(new Error('It does not load.'))
  await client.next()
  expect(calls).toEqual(['It does not load.', 'next'])
})
