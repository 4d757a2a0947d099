import { expect, test } from 'vitest'
import { assertBytes } from '../../../../lib/render/outputs/screenshot/assert-image.ts'

test('an image has at most the 200 MB that can be sent', () => {
  expect(() => assertBytes(200_000_000)).not.toThrow()
  expect(() => assertBytes(200_000_001)).toThrow('The image has 201 MB. It can have 200 MB. Use ')
})
