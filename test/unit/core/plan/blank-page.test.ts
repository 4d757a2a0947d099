import { expect, test } from 'vitest'
import { isBlankContent } from '../../../../lib/core/plan/blank-page.ts'

const head = '.23999999 0 0 -.23999999 0 841.91998 cm\n'
const canvas = 'q\n3.125 0 0 3.125 0 0 cm\n1 1 .9 RG 1 1 .9 rg\n/G3 gs\n0 0 795 1123 re\nf\nQ\n'
const inPage = (content: string) =>
  `${head}${canvas}q\n0 0 2483 3508 re\nW* n\nq\n3.125 0 0 3.125 0 -3509.375 cm\n0 0 0 RG 0 0 0 rg\n/G3 gs\n${content}Q\nQ\n`

test.each([
  ['nothing', '', true],
  ['a background of the document', `${head}${canvas}`, true],
  ['an image as the background of the document', `${head}q\n3.125 0 0 3.125 0 0 cm\nq\n/X5 Do\nQ\nQ\n`, true],
  ['the end of a box', inPage('8 1123 779 21 re\nf\n'), true],
  [
    'spaces',
    inPage('BT\n/Span<</ActualText <FEFF00A0> >> BDC\n/F4 16 Tf\n1 0 0 -1 8 1153 Tm\n<0003> Tj\nEMC\nET\n'),
    true,
  ],
  ['a box as tall as the page', inPage('0 1123 795 1123 re\nf\n'), false],
  ['text', inPage('BT\n/F4 16 Tf\n1 0 0 -1 8 1139 Tm\n<00290032> Tj\nET\n'), false],
  ['lines to write on', inPage('8 1150 779 1 re\nf\n8 1180 779 1 re\nf\n'), false],
  ['the frame of a box', inPage('8 1123 1 34 re\nf\n8 1157 94 1 re\nf\n'), false],
  ['the end of a box that is moved', inPage('q\n1 0 0 1 0 -300 cm\n8 1423 779 21 re\nf\nQ\n'), true],
  ['a box that is moved down', inPage('q\n1 0 0 1 0 300 cm\n8 1123 779 21 re\nf\nQ\n'), false],
  ['a box that is rotated', inPage('q\n.7 .7 -.7 .7 0 0 cm\n8 1123 779 21 re\nf\nQ\n'), false],
  [
    'the end of a box within the margins',
    `${head}q\n0 300 2483 2908 re\nW* n\nq\n3.125 0 0 3.125 0 -2400 cm\n0 864 816 40 re\nf\nQ\nQ\n`,
    true,
  ],
  ['a line', inPage('8 1141 m\n9 1142 l\nS\n'), false],
])('a page with %s', (_, content, expected) => {
  expect(isBlankContent(content, 1123)).toBe(expected)
})
