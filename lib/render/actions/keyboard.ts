import type { CDPSession, Protocol } from 'puppeteer-core'
import { type Key, type KeyStroke, keyOf, type Modifier } from '../../schema/keys.ts'

type Sender = Pick<CDPSession, 'send'>

/** https://chromedevtools.github.io/devtools-protocol/tot/Input/#method-dispatchKeyEvent */
const modifierBits: Record<Modifier, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 }

/** Holds the modifiers, presses the key, and lets go. The commands are executed in the order in which they are sent. */
export const pressKey = (cdp: Sender, { key, modifiers }: KeyStroke): Promise<unknown>[] => {
  const bits = modifiers.reduce((sum, modifier) => sum | modifierBits[modifier.key], 0)
  // With a modifier other than Shift, a key is a command and types nothing.
  const text = (bits & ~modifierBits.Shift) === 0 ? key?.text : undefined
  const sent: Promise<unknown>[] = []
  const send = (
    type: 'keyDown' | 'rawKeyDown' | 'keyUp',
    { key: name, code, keyCode, location }: Key,
    held: number,
    typed?: string,
  ) => {
    const event: Protocol.Input.DispatchKeyEventRequest = {
      type,
      key: name,
      code,
      windowsVirtualKeyCode: keyCode,
      location: location ?? 0,
      isKeypad: location === 3,
      modifiers: held,
    }
    sent.push(
      cdp.send(
        'Input.dispatchKeyEvent',
        typed === undefined ? event : { ...event, text: typed, unmodifiedText: typed },
      ),
    )
  }
  let held = 0
  for (const modifier of modifiers) {
    held |= modifierBits[modifier.key]
    send('rawKeyDown', modifier, held)
  }
  if (key) {
    send(text === undefined ? 'rawKeyDown' : 'keyDown', key, held, text)
    send('keyUp', key, held)
  }
  for (const modifier of modifiers.toReversed()) {
    held &= ~modifierBits[modifier.key]
    send('keyUp', modifier, held)
  }
  return sent
}

/** Types a character: by its key, or inserted if a US keyboard has none. */
export const typeCharacter = (cdp: Sender, character: string): Promise<unknown>[] => {
  const key = keyOf(character)
  return key ? pressKey(cdp, { key, modifiers: [] }) : [cdp.send('Input.insertText', { text: character })]
}
