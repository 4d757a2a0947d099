import { expect, test } from 'vitest'
import { z } from 'zod'
import { tools } from '../../../lib/mcp/mcp-server.ts'
import type { Tool } from '../../../lib/mcp/tool.ts'
import { pdf } from '../../../lib/mcp/tools/pdf.ts'
import { readPage } from '../../../lib/mcp/tools/read-page.ts'
import { operations } from '../../../lib/schema/operations.ts'

const schemaOf = (input: z.ZodObject) =>
  z.toJSONSchema(input, { io: 'input' }) as {
    properties: Record<string, { description?: string }>
    additionalProperties: boolean
  }

test.each(tools)('$name says what it does, and describes each parameter', ({ input, description }) => {
  expect(description.length).toBeGreaterThan(50)
  const { properties, additionalProperties } = schemaOf(input)
  for (const [name, property] of Object.entries(properties)) expect(property.description, name).toBeTruthy()
  expect(additionalProperties).toBe(false)
})

test('all tools together take less than 4,000 tokens of an agent’s context', () => {
  const text = JSON.stringify(
    tools.map(({ name, title, description, input, annotations }) => ({
      name,
      title,
      description,
      annotations,
      inputSchema: schemaOf(input),
    })),
  )
  // About four characters are one token: https://docs.claude.com/en/docs/about-claude/glossary#tokens
  expect(text.length).toBeLessThan(16_000)
})

const own = ['options', 'max_length', 'start']

test.each([
  ['screenshot', operations.screenshot],
  ['read_page', operations.scrape],
  ['pdf', operations.pdf],
  ['snapshot', operations.snapshot],
  ['create_task', operations.create_task],
] as const)('the parameters of %s are parameters of the API', (toolName, { input }) => {
  const tool = tools.find(({ name }) => name === toolName)
  const names = Object.keys(tool?.input.shape ?? {}).filter((name) => !own.includes(name))
  expect(names.length).toBeGreaterThan(2)
  expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(names))
})

test('only the tool that creates something is not read-only', () => {
  const writing = tools.filter(({ annotations }) => !annotations.readOnlyHint)
  expect(writing.map(({ name }) => name)).toEqual(['create_task'])
})

/** Returns what a tool sends to the API. */
const sentBy = async <Input extends z.ZodObject>(tool: Tool<Input>, parameters: z.input<Input>) => {
  const sent: unknown[] = []
  await tool.run(tool.input.parse(parameters), {
    send: async (_method, _path, body) => {
      sent.push(body)
      return {
        headers: new Headers(),
        contentType: 'application/json',
        body: Buffer.from('{"file":"https://a.example/cache/a.pdf"}'),
      }
    },
    readFile: () => Promise.reject(new Error('No file is read.')),
  })
  return sent
}

test('a PDF is always a link: the options cannot turn it into bytes, which no agent reads', async () => {
  const options = { response_type: 'file', pdf_scale: 0.5 }
  expect(await sentBy(pdf, { url: 'https://a.example/', options })).toMatchObject([
    { response_type: 'json', pdf_scale: 0.5 },
  ])
})

test.each([
  [{}, true],
  [{ include_selectors: ['h1'] }, false],
  [{ options: { include_selectors: ['h1'] } }, false],
  [{ options: { only_main_content: false } }, false],
])('a page is read with its main content only, unless elements are named: %j', async (parameters, isMain) => {
  expect(await sentBy(readPage, { url: 'https://a.example/', ...parameters })).toMatchObject([
    { only_main_content: isMain },
  ])
})

test.each(['screenshot', 'read_page', 'pdf', 'snapshot'])(
  '%s refuses async, whose result it could not return',
  (toolName) => {
    const tool = tools.find(({ name }) => name === toolName)
    const parse = (options: object) => tool?.input.safeParse({ url: 'https://a.example/', options })
    expect(parse({ async: true })?.error?.issues[0]?.message).toMatch(/^`async` is not allowed/)
    expect(parse({ delay: 1 })?.success).toBe(true)
  },
)
