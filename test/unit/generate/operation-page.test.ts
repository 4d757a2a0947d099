import { expect, test } from 'vitest'
import { decodeTexts } from '../../../lib/core/options/decode-value.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { parametersOf } from '../../../lib/schema/parameters.ts'
import { toOperationPage } from '../../../scripts/generate/operation-page.ts'

const rendering = Object.values<Operation>(operations).filter(({ renders }) => renders)

test.each(rendering)(
  'the examples of lists on the page of $id are read as the lists they show',
  (operation) => {
    const page = toOperationPage(operation)
    const lists = [...parametersOf(operation.input).values()].flatMap((parameter) => {
      const [, text] =
        new RegExp(`^<dt id="${parameter.name}">.*\n<dd>\n\n.* Example: \`(.*)\``, 'm').exec(page) ?? []
      return parameter.schema.type === 'array' && text !== undefined ? [{ parameter, text }] : []
    })
    expect(lists.map(({ parameter }) => parameter.name)).toEqual(
      expect.arrayContaining(['cookies', 'headers']),
    )
    for (const { parameter, text } of lists)
      expect(decodeTexts(parameter, [{ text, isPlain: true }])).toEqual(parameter.schema.examples[0])
  },
)
