import { expect, test } from 'vitest'
import { toStyleRules } from '../../../scripts/generate/annoyances.ts'

test.each([
  ['a.com#$#body { overflow: auto !important; }', 'a.com##body:style(overflow: auto !important;)'],
  ['a.com,b.com#@$#html{ x: y }', 'a.com,b.com#@#html:style(x: y)'],
  ['#$#.modal-open { padding: 0 }', '##.modal-open:style(padding: 0)'],
  ['a.com##.cookie', 'a.com##.cookie'],
  ['a.com#$#@media (min-width: 1px) { x { y: z } }', 'a.com#$#@media (min-width: 1px) { x { y: z } }'],
  ['||cookielaw.org^$third-party', '||cookielaw.org^$third-party'],
  ['! comment { of } sorts', '! comment { of } sorts'],
])('%s becomes %s', (line, expected) => {
  expect(toStyleRules(`first\n${line}\nlast`)).toBe(`first\n${expected}\nlast`)
})
