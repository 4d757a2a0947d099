import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type SampleRequest, sampleLanguages, toCodeSample } from '../../../lib/schema/code-samples.ts'

const hostile = `it's "ok" \\ $HOME \`id\` é\n%`
const request: SampleRequest = {
  baseUrl: 'http://127.0.0.1:1',
  method: 'POST',
  path: '/v1/pdf',
  parameters: { html: hostile, pdf_one_page: true, timeout: 5 },
  file: 'a.pdf',
}

/** Returns the body that the curl sample sends. */
const sentByCurl = (code: string) =>
  JSON.parse(execFileSync('sh', ['-c', `curl() { printf %s "$7"; }\n${code}`], { encoding: 'utf8' }))

test('a value with quotes, backslashes, variables and line breaks reaches curl unchanged', () => {
  expect(sentByCurl(toCodeSample('curl', request))).toEqual(request.parameters)
})

test.each(sampleLanguages)(
  'a sample in %s contains no key, and names the file of the response',
  (language) => {
    const code = toCodeSample(language, request)
    expect(code).toContain('ACCESS_KEY')
    expect(code).toContain('a.pdf')
    expect(code).toContain('http://127.0.0.1:1/v1/pdf')
  },
)

test.each([
  ['JavaScript', /body: JSON\.stringify\(\{\n {4}html: /],
  ['Python', /"pdf_one_page": True,/],
  ['PHP', /'html' => 'it\\'s "ok" \\\\ \$HOME /],
  ['Go', /strings\.NewReader\("\{\\n/],
] as const)('values are literals of %s', (language, pattern) => {
  expect(toCodeSample(language, request)).toMatch(pattern)
})

test('a GET sends its parameters in the query string, percent-encoded', () => {
  const get: SampleRequest = { ...request, method: 'GET', parameters: { url: "http://a.example/?q=it's" } }
  expect(toCodeSample('curl', get)).toContain(`--data-urlencode 'url=http://a.example/?q=it'\\''s'`)
  expect(toCodeSample('PHP', get)).toContain("'url' => 'http://a.example/?q=it\\'s'")
  expect(toCodeSample('JavaScript', get)).toContain("url: 'http://a.example/?q=it\\'s'")
})
