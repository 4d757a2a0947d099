import { EventEmitter } from 'node:events'
import type { Browser } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { createWebCodecsEncoder } from '../../../../../lib/render/outputs/screencast/encode/web-codecs-encoder.ts'

test('an encoder whose browser is disconnected while its page is being opened is an error', async () => {
  const errors: unknown[] = []
  const browser = new EventEmitter()
  const newPage = () => {
    setImmediate(() => browser.emit('disconnected'))
    return new Promise(() => {})
  }
  const context = { newPage, close: () => Promise.reject(new Error('not closed')) }
  Object.assign(browser, { createBrowserContext: async () => context })
  const size = { width: 320, height: 240, crop: { x: 0, y: 0, width: 320, height: 240 } }
  const encoder = createWebCodecsEncoder(
    {
      browser: browser as unknown as Browser,
      script: { name: '', source: '' },
      note: (error) => errors.push(error),
    },
    {
      format: 'mp4',
      fps: 30,
      frames: 1,
      ...size,
    },
  )
  await expect(encoder).rejects.toThrow('The browser was disconnected.')
  expect(errors).toEqual([new Error('not closed')])
  expect(browser.listenerCount('disconnected')).toBe(0)
})
