import { expect, test } from 'vitest'
import { PageTimeoutError } from '../../../../lib/base/errors.ts'
import { assertBytes, explainTimeout } from '../../../../lib/render/outputs/screenshot/assert-image.ts'
import { plan } from '../../../support/render/render.ts'

test('an image has at most the 200 MB that can be sent', () => {
  expect(() => assertBytes(200_000_000)).not.toThrow()
  expect(() => assertBytes(200_000_001)).toThrow('The image has 201 MB. It can have 200 MB. Use ')
})

const late = new PageTimeoutError('late')

test.each([
  [
    { fullPage: true },
    72_000,
    'The page is 1280 by 72000 pixels, which took too long to capture. Use `full_page_max_height`',
  ],
  [{ fullPage: true, fullPageMaxHeight: 8_000 }, 72_000, 'late'],
  [{ fullPage: true }, 8_000, 'late'],
  [{ fullPage: false }, 72_000, 'late'],
])('a page that took too long is called too tall only if it is: %o %i', (changes, fullHeight, message) => {
  const tall = {
    ...plan({ ...changes }),
    viewport: { ...plan().viewport, width: 1280, deviceScaleFactor: 1 },
  }
  expect(explainTimeout(late, tall, fullHeight)).toMatchObject({ message: expect.stringContaining(message) })
})
