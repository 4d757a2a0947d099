import type { CDPSession, Protocol } from 'puppeteer-core'
import { type Key, type KeyStroke, keyOf, type Modifier } from '../../../schema/keys.ts'

type Sender = Pick<CDPSession, 'send'>

/** https://chromedevtools.github.io/devtools-protocol/tot/Input/#method-dispatchKeyEvent */
const modifierBits: Record<Modifier, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 }

const modifierKeys: Record<Modifier, Key> = {
  Alt: { key: 'Alt', code: 'AltLeft', keyCode: 18 },
  Control: { key: 'Control', code: 'ControlLeft', keyCode: 17 },
  Meta: { key: 'Meta', code: 'MetaLeft', keyCode: 91 },
  Shift: { key: 'Shift', code: 'ShiftLeft', keyCode: 16 },
}

/** Sends a key with its modifiers. The commands are executed in the order in which they are sent. */
export const pressKey = (cdp: Sender, { key, modifiers }: KeyStroke): Promise<unknown>[] => {
  const bits = modifiers.reduce((sum, name) => sum | modifierBits[name], 0)
  // With a modifier other than Shift, a key is a command and types nothing.
  const text = (bits & ~modifierBits.Shift) === 0 ? key.text : undefined
  const sent: Promise<unknown>[] = []
  const send = (
    type: 'keyDown' | 'rawKeyDown' | 'keyUp',
    { key: name, code, keyCode }: Key,
    held: number,
    typed?: string,
  ) => {
    const event: Protocol.Input.DispatchKeyEventRequest = {
      type,
      key: name,
      code,
      windowsVirtualKeyCode: keyCode,
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
  for (const name of modifiers) {
    held |= modifierBits[name]
    send('rawKeyDown', modifierKeys[name], held)
  }
  send(text === undefined ? 'rawKeyDown' : 'keyDown', key, held, text)
  send('keyUp', key, held)
  for (const name of modifiers.toReversed()) {
    held &= ~modifierBits[name]
    send('keyUp', modifierKeys[name], held)
  }
  return sent
}

/** Types a character: by its key, or inserted if a US keyboard has none. */
export const typeCharacter = (cdp: Sender, character: string): Promise<unknown>[] => {
  const key = keyOf(character)
  return key ? pressKey(cdp, { key, modifiers: [] }) : [cdp.send('Input.insertText', { text: character })]
}
