import { expect, test } from 'vitest'
import { toWellFormedJson } from '../../../../lib/core/html/well-formed-json.ts'

test('half of a surrogate pair, which many parsers refuse, becomes the replacement character', () => {
  const text = toWellFormedJson({ 'a\ud800': ['\udfff', '\ud83d\ude00', 'x\\ud800', '\\\ud800'] })
  expect(text).not.toMatch(/(?<!\\)(\\\\)*\\u/)
  expect(JSON.parse(text)).toEqual({ 'a\ufffd': ['\ufffd', '\ud83d\ude00', 'x\\ud800', '\\\ufffd'] })
})
