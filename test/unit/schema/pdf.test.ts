import { describe, expect, test } from 'vitest'
import { InvalidParameterError, UnknownParameterError } from '../../../lib/base/errors.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { parametersOf } from '../../../lib/schema/parameters.ts'
import { pdfOptions } from '../../support/render/read-pdf-options.ts'

const refused = (options: Record<string, unknown>) =>
  expect(() => pdfOptions(options)).toThrow(InvalidParameterError)
const accepted = (options: Record<string, unknown>) => expect(pdfOptions(options)).toMatchObject(options)

test('an absent parameter has its documented default', () => {
  expect(pdfOptions({})).toMatchObject({
    pdf_paper_format: 'letter',
    pdf_landscape: false,
    pdf_print_background: false,
    pdf_margin_top: '0',
    pdf_margin_right: '0',
    pdf_margin_bottom: '0',
    pdf_margin_left: '0',
    pdf_scale: 1,
    pdf_prefer_css_page_size: false,
    pdf_one_page: false,
    pdf_tagged: true,
    pdf_outline: false,
    media_type: 'print',
  })
  for (const name of [
    'pdf_width',
    'pdf_height',
    'pdf_page_ranges',
    'pdf_header_template',
    'pdf_footer_template',
  ])
    expect(pdfOptions({})).not.toHaveProperty(name)
})

test('it has the parameters of every operation, but none of images', () => {
  const names = [...parametersOf(operations.pdf.input).keys()]
  for (const name of ['hide_selectors', 'click_selector', 'proxy', 'metadata_fonts', 'cache', 'async'])
    expect(names).toContain(name)
  for (const name of [
    'metadata_image_size',
    'format',
    'full_page',
    'omit_background',
    'clip_x',
    'selector',
  ]) {
    expect(names).not.toContain(name)
    expect(() => pdfOptions({ [name]: true })).toThrow(UnknownParameterError)
  }
})

test.each(['pdf_title', 'pdf_author', 'pdf_subject', 'pdf_keywords'])(
  '%s is any text of 1 to 1,000 characters without control characters',
  (name) => {
    for (const text of ['x', 'Ünï 日本 😀', '(a) <b> \\', 'x'.repeat(1000)]) accepted({ [name]: text })
    for (const nonsense of ['', 'x'.repeat(1001), 'a\nb', 'a\u0000', '\ud800', 5, ['x']])
      refused({ [name]: nonsense })
  },
)

test('accepts every published paper format and no other', () => {
  for (const format of 'letter,legal,tabloid,ledger,a0,a1,a2,a3,a4,a5,a6'.split(','))
    accepted({ pdf_paper_format: format })
  for (const nonsense of ['a7', '', 4]) refused({ pdf_paper_format: nonsense })
  expect(pdfOptions({ pdf_paper_format: 'A4', pdf_margin_top: '5MM' })).toMatchObject({
    pdf_paper_format: 'a4',
    pdf_margin_top: '5mm',
  })
})

describe.each(['pdf_width', 'pdf_height'])('%s', (name) => {
  const other = name === 'pdf_width' ? 'pdf_height' : 'pdf_width'
  test.each(['0.1in', '10px', '210mm', '200in', '508cm', '14400pt'])('accepts %s', (text) =>
    accepted({ [name]: text, [other]: '5in' }),
  )
  test.each(['0', '0.09in', '201in', '-5in', '5', '', 'auto', 5, ['5in']])('rejects %j', (value) =>
    refused({ [name]: value, [other]: '5in' }),
  )
  test('requires the other side', () => {
    expect(() => pdfOptions({ [name]: '5in' })).toThrow(
      /^`pdf_width` and `pdf_height` must be given together\.$/,
    )
  })
})

const margins = ['top', 'right', 'bottom', 'left'].map((side) => `pdf_margin_${side}`)

describe.each(margins)('%s', (name) => {
  test.each(['0', '0px', '15mm', '1in'])('accepts %s', (text) => accepted({ [name]: text }))
  test.each(['-1mm', '15', 'auto', '', '1em', 0])('rejects %j', (value) => refused({ [name]: value }))
})

describe('margins leave room for content', () => {
  test.each([
    ['the width of letter', { pdf_margin_left: '8.4in' }, { pdf_margin_left: '8.41in' }],
    [
      'the width of both sides',
      { pdf_margin_left: '4in', pdf_margin_right: '4.4in' },
      { pdf_margin_left: '4in', pdf_margin_right: '4.5in' },
    ],
    ['the height of letter', { pdf_margin_top: '10.9in' }, { pdf_margin_bottom: '11in' }],
    [
      'the height of turned paper',
      { pdf_margin_top: '8.4in', pdf_landscape: true },
      { pdf_margin_top: '8.5in', pdf_landscape: true },
    ],
    [
      'a custom size',
      { pdf_width: '2in', pdf_height: '2in', pdf_margin_top: '1.9in' },
      { pdf_width: '2in', pdf_height: '2in', pdf_margin_top: '2in' },
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

test('pdf_scale accepts 0.1 to 2', () => {
  for (const scale of [0.1, 1, 1.25, 2]) accepted({ pdf_scale: scale })
  for (const scale of [0.09, 2.01, 0, -1, 'x']) refused({ pdf_scale: scale })
})

test('pdf_page_ranges accepts only ranges, and the error says so', () => {
  accepted({ pdf_page_ranges: '1-5, 8, 11-' })
  expect(() => pdfOptions({ pdf_page_ranges: '5-1' })).toThrow(
    /^`pdf_page_ranges` is "5-1"\. It must be up to 100 page numbers and ranges/,
  )
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
  test.each([
    'text',
    '<span class="pageNumber"></span>',
    '<style>p { color: red }</style>',
    'x'.repeat(100_000),
  ])('accepts %.60s', (text) => accepted({ [name]: text }))

  test('rejects anything that loads', () =>
    expect(() => pdfOptions({ [name]: '<img src="https://example.com/a.png">' })).toThrow(
      `\`${name}\` must load nothing but \`data:\` URLs`,
    ))

  test.each(['', 'x'.repeat(100_001), 5])('rejects %.20j', (value) => refused({ [name]: value }))

  test('does not appear in messages', () => {
    expect(() => pdfOptions({ [name]: '<link href="/secret">' })).toThrow(/^(?!.*secret)/s)
  })
})
