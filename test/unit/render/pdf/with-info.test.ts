import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InternalError } from '../../../../lib/base/errors.ts'
import type { DocumentInfo } from '../../../../lib/core/plan/render-plan.ts'
import { finishDocument } from '../../../../lib/render/outputs/pdf/finish-document.ts'

const withInfo = (body: Buffer, info: DocumentInfo) => finishDocument(body, { info })

/** A document as Skia writes it, with the information dictionary as its second object. */
const documentWith = (dictionary: string) => {
  const objects = ['1 0 obj\n<</Type /Catalog>>\nendobj\n', `2 0 obj\n<<${dictionary}>>\nendobj\n`]
  const head = '%PDF-1.4\n'
  const places = objects.map((_, index) => head.length + objects.slice(0, index).join('').length)
  const table = [
    'xref',
    '0 3',
    '0000000000 65535 f ',
    ...places.map((at) => `${String(at).padStart(10, '0')} 00000 n `),
  ]
  const body = head + objects.join('')
  return Buffer.from(
    `${body}${table.join('\n')}\ntrailer\n<</Size 3\n/Root 1 0 R\n/Info 2 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

/** The dictionary that a reader finds: by the last table, at the place that it names. */
const readInfo = (document: Buffer) => {
  const text = document.toString('latin1')
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const [, number, place] = /^xref\n(\d+) 1\n(\d{10}) 00000 n \ntrailer\n/.exec(text.slice(tableAt)) ?? []
  const object = text.slice(Number(place))
  expect(object.startsWith(`${number} 0 obj\n<<`)).toBe(true)
  return object.slice(object.indexOf('<<') + 2, object.indexOf('>>\nendobj'))
}

const skia = String.raw`/Title (a \(b\))
/Creator (Chromium)
/Producer (Skia/PDF m153)
/CreationDate (D:20261122000000+00'00')`

test('the given entries replace those of the document, and all others and all bytes before stay', () => {
  const document = documentWith(skia)
  const written = withInfo(document, { title: 'Ünï', keywords: 'a, b' })
  expect(written.subarray(0, document.length).equals(document)).toBe(true)
  expect(readInfo(written).split('\n')).toEqual([
    '/Title <FEFF00DC006E00EF>',
    '/Creator (Chromium)',
    '/Producer (Skia/PDF m153)',
    "/CreationDate (D:20261122000000+00'00')",
    '/Keywords <FEFF0061002C00200062>',
  ])
  expect(written.toString('latin1').split('%%EOF')).toHaveLength(3)
})

test('any title of a page stays as it is, also one that looks like the end of the dictionary', () => {
  const literal = fc
    .array(fc.constantFrom('a', '>>', 'endobj', ' ', '<<', '/Author', '\\(', '\\)', '\\\\', '\\377'))
    .map((parts) => `(${parts.join('')})`)
  fc.assert(
    fc.property(literal, (title) => {
      const written = withInfo(documentWith(`/Title ${title}\n/Creator (c)`), { author: 'x' })
      expect(readInfo(written)).toBe(`/Title ${title}\n/Creator (c)\n/Author <FEFF0078>`)
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['literal', `(${'a\\('.repeat(400_000)})`],
  ['hexadecimal', `<FEFF${'00E9'.repeat(400_000)}>`],
])('a title of more than a megabyte stays as it is: %s', (_, title) => {
  const written = withInfo(documentWith(`/Title ${title}\n/Creator (c)`), { author: 'x' })
  expect(readInfo(written) === `/Title ${title}\n/Creator (c)\n/Author <FEFF0078>`).toBe(true)
})

test.each([
  ['without a trailer', Buffer.from('%PDF-1.4\n')],
  ['with an entry that is not text', documentWith('/Title 5')],
  [
    'with a compressed table',
    Buffer.from(documentWith(skia).toString('latin1').replace('xref\n0 3', '9 0 obj<<')),
  ],
])('a document %s is an error, never a damaged document', (_, document) => {
  expect(() => withInfo(document, { title: 'x' })).toThrow(InternalError)
})
