import { expect, test } from 'vitest'
import { decodeTexts } from '../../../lib/core/options/decode-value.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { parametersOf } from '../../../lib/schema/parameters.ts'
import { generateReferencePages } from '../../../scripts/generate/reference.ts'

const pages = generateReferencePages()
const common = pages.get('common-parameters.md') ?? ''

test.each(Object.values<Operation>(operations).filter(({ renders }) => renders))(
  'the page of $id has every parameter in a row, and its details there or on the common page',
  (operation) => {
    const page = pages.get(`${operation.id}.md`) ?? ''
    for (const parameter of parametersOf(operation.input).values()) {
      const { name, schema } = parameter
      const details = new RegExp(`^<dt id="${name}">.*\n<dd>\n\n(.*)`, 'm')
      const own = details.exec(page)
      const row = own
        ? `\n| [\`${name}\`](#${name}) |`
        : `\n| <a id="${name}"></a>[\`${name}\`](common-parameters.md#${name}) |`
      expect(page.split(row), name).toHaveLength(2)
      const [, text = ''] = own ?? details.exec(common) ?? []
      expect(text, name).toContain(schema.description)
      const [, example] = / Example: `(.*?)`/.exec(text) ?? []
      if (schema.type === 'array' && example !== undefined)
        expect(decodeTexts(parameter, [{ text: example, isPlain: true }]), name).toEqual(schema.examples[0])
    }
  },
)
