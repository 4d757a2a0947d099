import { expect, test } from 'vitest'
import {
  type ConsentMessage,
  type ConsentPhase,
  nextPhase,
} from '../../../../../lib/render/blocking/annoyances/consent-phase.ts'

const init = (isTop: boolean): ConsentMessage => ({ type: 'init', url: 'http://a.test/', isTop })
const report = (findCmpAttempts: number, detectedCmps: string[] = [], mainFrame = true): ConsentMessage => ({
  type: 'report',
  mainFrame,
  state: { findCmpAttempts, detectedCmps },
})
const detected: ConsentMessage = { type: 'cmpDetected', cmp: 'Onetrust' }
const popup: ConsentMessage = { type: 'popupFound', cmp: 'Onetrust' }
const done: ConsentMessage = { type: 'autoconsentDone', cmp: 'Onetrust', isCosmetic: false }
const optOut = (result: boolean): ConsentMessage => ({ type: 'optOutResult', cmp: 'Onetrust', result })

test.each<[string, ConsentPhase, ConsentMessage, ConsentPhase]>([
  ['a frame does not', 'unseen', init(false), 'unseen'],
  ['a navigation restarts it', 'done', init(true), 'searching'],
  ['one attempt is not enough', 'searching', report(1), 'searching'],
  ['a second attempt finds nothing', 'searching', report(2), 'nothing'],
  ['what a frame does not find counts for nothing', 'searching', report(2, [], false), 'searching'],
  ['a platform was found', 'searching', report(2, ['Onetrust']), 'searching'],
  ['a platform is detected late', 'nothing', detected, 'detected'],
  ['a second platform changes nothing', 'declining', detected, 'declining'],
  ['a dialog opens in a frame alone', 'nothing', popup, 'declining'],
  ['half of the way, the frame does the rest', 'declining', optOut(true), 'declining'],
  ['it cannot be declined', 'declining', optOut(false), 'failed'],
  ['it is declined', 'declining', done, 'done'],
  [
    'an evaluation changes nothing',
    'searching',
    { type: 'evals', evals: [{ id: '1', code: '0' }] },
    'searching',
  ],
])('%s', (_name, phase, message, expected) => {
  expect(nextPhase(phase, message)).toBe(expected)
})
