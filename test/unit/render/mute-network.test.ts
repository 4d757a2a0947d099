import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { muteNetwork } from '../../../lib/render/mute-network.ts'

let sent: string[]
let events: EventEmitter
beforeEach(() => {
  sent = []
  const session = Object.assign(new EventEmitter(), {
    send: async (method: string) => {
      sent.push(method)
    },
  })
  events = session
  muteNetwork(session as unknown as Parameters<typeof muteNetwork>[0], 'main')
})

const answered = (frameId: string, type = 'Document') =>
  events.emit('Network.responseReceived', { type, frameId })
const setsOut = (frameId: string, navigationType: string) =>
  events.emit('Page.frameStartedNavigating', { frameId, navigationType })

test('requests are told of until the page itself has come', () => {
  answered('main', 'Image')
  answered('frame')
  expect(sent).toEqual([])
  answered('main')
  expect(sent).toEqual(['Network.disable'])
})

test.each(['differentDocument', 'reload'])('and again when it sets out for another: %s', (navigationType) => {
  answered('main')
  setsOut('main', navigationType)
  answered('main')
  expect(sent).toEqual(['Network.disable', 'Network.enable', 'Network.disable'])
})

test('but not for a place in the same document, or another frame', () => {
  answered('main')
  setsOut('main', 'sameDocument')
  setsOut('main', 'historySameDocument')
  setsOut('frame', 'differentDocument')
  expect(sent).toEqual(['Network.disable'])
})
