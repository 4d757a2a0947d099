import { describe, expect, test } from 'vitest'
import { InvalidParameterError } from '../../../lib/base/errors.ts'
import { pdfOptions } from '../../support/render/read-pdf-options.ts'

const refused = (options: Record<string, unknown>) =>
  expect(() => pdfOptions(options)).toThrow(InvalidParameterError)
const accepted = (options: Record<string, unknown>) => expect(pdfOptions(options)).toMatchObject(options)

test.each(['pdf_title', 'pdf_author', 'pdf_subject', 'pdf_keywords'])(
  '%s has no control characters',
  (name) => {
    for (const text of ['Ünï 日本 😀', '(a) <b> \\']) accepted({ [name]: text })
    for (const nonsense of ['a\nb', 'a\u0000', '\ud800']) refused({ [name]: nonsense })
  },
)

describe('margins leave room for content', () => {
  test.each([
    ['the width of letter', { pdf_margin_left: '8.4in' }, { pdf_margin_left: '8.41in' }],
    ['the height of letter', { pdf_margin_top: '10.9in' }, { pdf_margin_bottom: '11in' }],
    [
      'the height of turned paper',
      { pdf_margin_top: '8.4in', pdf_landscape: true },
      { pdf_margin_top: '8.5in', pdf_landscape: true },
    ],
    [
      'a template',
      { pdf_width: '2in', pdf_height: '14mm', pdf_footer_template: 'x', pdf_margin_bottom: '0' },
      { pdf_width: '2in', pdf_height: '14mm', pdf_footer_template: 'x' },
    ],
  ])('of %s', (_, fitting, tooLarge) => {
    expect(() => pdfOptions(fitting)).not.toThrow()
    expect(() => pdfOptions(tooLarge)).toThrow(/leave no room for content/)
  })

  test('one page is as tall as its content', () => {
    expect(() => pdfOptions({ pdf_one_page: true, pdf_margin_top: '50in' })).not.toThrow()
    expect(() => pdfOptions({ pdf_one_page: true, pdf_margin_left: '50in' })).toThrow(/no room/)
  })
})

test.each([
  ['ranges', { pdf_page_ranges: '1' }, /`pdf_one_page` cannot be combined with `pdf_page_ranges`/],
  [
    'the size of the page',
    { pdf_prefer_css_page_size: true },
    /cannot be combined with `pdf_prefer_css_page_size`/,
  ],
])('one page is refused with %s', (_, options, message) => {
  expect(() => pdfOptions({ pdf_one_page: true, ...options })).toThrow(message)
})

describe.each(['pdf_header_template', 'pdf_footer_template'])('%s', (name) => {
  test('rejects anything that loads', () =>
    expect(() => pdfOptions({ [name]: '<img src="https://example.com/a.png">' })).toThrow(
      `\`${name}\` must load nothing but \`data:\` URLs`,
    ))

  test('does not appear in messages', () => {
    expect(() => pdfOptions({ [name]: '<link href="/secret">' })).toThrow(/^(?!.*secret)/s)
  })
})
