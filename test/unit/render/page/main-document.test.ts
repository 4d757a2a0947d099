import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type MainDocument,
  NavigationError,
  watchMainDocument,
} from '../../../../lib/render/page/main-document.ts'

const target = 'https://shop.example:9/'
/** Where a redirect of `target` leads. */
const other = 'https://other.example/'

let events: EventEmitter
let navigated: string[]
let document: MainDocument
/** What Chromium responds when the render navigates to `target` itself. */
let errorText: string | undefined

beforeEach(async () => {
  navigated = []
  errorText = undefined
  const frame = { id: 'main', loaderId: 'blank' }
  const session = Object.assign(new EventEmitter(), {
    send: async (method: string, params?: { url: string }) => {
      if (method === 'Page.getFrameTree') return { frameTree: { frame } }
      navigated.push(params?.url ?? '')
      // Chromium returns before the new document.
      setTimeout(() => show('again', errorText && other), 20)
      return { errorText }
    },
  })
  events = session
  document = await watchMainDocument(session as unknown as Parameters<typeof watchMainDocument>[0])
})

const show = (loaderId: string, unreachableUrl?: string) => {
  events.emit('Page.lifecycleEvent', { frameId: 'main', loaderId, name: 'init' })
  const frame = { id: 'main', loaderId, url: 'https://shop.example/', unreachableUrl }
  events.emit('Page.frameNavigated', { frame })
  events.emit('Page.lifecycleEvent', { frameId: 'main', loaderId, name: 'load' })
}

const fail = (requestId: string, code: string) =>
  events.emit('Network.loadingFailed', { type: 'Document', requestId, errorText: code })

describe('a page that navigates to a URL that cannot be shown', () => {
  beforeEach(() => show('first'))

  test('fails as the event says', async () => {
    fail('second', 'net::ERR_CONNECTION_REFUSED')
    show('second', target)
    await expect(document.assertShown()).rejects.toEqual(
      new NavigationError('net::ERR_CONNECTION_REFUSED', target),
    )
    expect(navigated).toEqual([])
  })

  test('is navigated to again if the event did not arrive', async () => {
    errorText = 'net::ERR_UNSAFE_PORT'
    show('second', target)
    await expect(document.assertShown()).rejects.toMatchObject({ code: errorText, url: other })
    expect(navigated).toEqual([target])
  })

  test('fails although it can be reached the second time', async () => {
    show('second', target)
    await expect(document.assertShown()).rejects.toEqual(new NavigationError('net::ERR_FAILED', target))
  })

  test('is not navigated to again if it is not a website', async () => {
    show('second', 'file:///etc/passwd')
    await expect(document.assertShown()).rejects.toMatchObject({ code: 'net::ERR_UNKNOWN_URL_SCHEME' })
    expect(navigated).toEqual([])
  })

  test('is a page if it turns out to be an error status without a body', async () => {
    errorText = 'net::ERR_HTTP_RESPONSE_CODE_FAILURE'
    show('second', target)
    let isShown = false
    const shown = document.assertShown().then(() => {
      isShown = true
    })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(isShown).toBe(false)
    fail('again', errorText)
    await shown
    expect(document.url()).toBe(other)
  })
})

test('an error status without a body is a page', async () => {
  show('first')
  const response = { url: target, status: 404, headers: {} }
  events.emit('Network.responseReceived', { type: 'Document', frameId: 'main', loaderId: 'second', response })
  show('second', target)
  await document.assertShown()
  expect(navigated).toEqual([])
})

test('the first document fails with its own navigation', async () => {
  show('first', target)
  await document.assertShown()
  expect(navigated).toEqual([])
})
