import { expect, test } from 'vitest'
import { toContentDisposition, toStoredDisposition } from '../../../../lib/core/html/content-disposition.ts'
import { deliveryShape } from '../../../../lib/schema/fields/delivery.ts'

test.each([
  ['without a name the result is shown inline', undefined, 'inline'],
  [
    'an ASCII name has both forms',
    'report',
    `attachment; filename="report.png"; filename*=UTF-8''report.png`,
  ],
  [
    'a name outside ASCII is exact in the second form',
    'Übersicht ☃',
    `attachment; filename="_bersicht _.png"; filename*=UTF-8''%C3%9Cbersicht%20%E2%98%83.png`,
  ],
  [
    'quotes, backslashes and percent signs cannot end or bend the quoted form',
    'a"; filename="b\\%41',
    `attachment; filename="a_; filename=_b__41.png"; filename*=UTF-8''a%22%3B%20filename%3D%22b%5C%2541.png`,
  ],
  [
    'what RFC 8187 does not allow bare is encoded',
    "it's (1)*!",
    `attachment; filename="it's (1)*!.png"; filename*=UTF-8''it%27s%20%281%29%2A%21.png`,
  ],
  [
    'a lone surrogate does not throw',
    'a\ud800',
    `attachment; filename="a_.png"; filename*=UTF-8''a%EF%BF%BD.png`,
  ],
])('%s', (_guarantee, name, header) => {
  expect(toContentDisposition(name, 'png')).toBe(header)
})

test.each([
  ['漢', 200],
  ['é', 200],
  ['😀', 150],
  ['a', 200],
  ["'", 200],
  [' ', 200],
])(
  '%s %i times, the longest name, fits into the 2 KB that S3 stores of a file with its other headers',
  (character, count) => {
    const name = character.repeat(count)
    expect(deliveryShape.attachment_name.safeParse(name).success).toBe(true)
    expect(deliveryShape.attachment_name.safeParse(name + character).success).toBe(false)
    const headers = {
      'content-disposition': toStoredDisposition(name, 'markdown'),
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'public, immutable',
      expires: new Date(0).toUTCString(),
    }
    expect(Object.entries(headers).flat().join('').length).toBeLessThanOrEqual(2048)
  },
)
