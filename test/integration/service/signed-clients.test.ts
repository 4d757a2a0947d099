import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { debianPython, requirePrograms } from '../../support/programs.ts'
import { sendRaw } from '../../support/service/send-raw.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const account = await service.createAccount('scale')
await service.requireSignatures(account.id)

// The invalid quality prevents a render: a correct signature returns a 400 about the parameters.
const parameters = {
  url: 'https://example.com/a b/~x*?q=é&r=1+1',
  attachment_name: "a b~c*d'(e)",
  full_page: true,
  wait_until: ['load', 'networkidle2'],
  image_quality: 0,
}

const entries: [string, unknown][] = Object.entries(parameters)

const pairs = entries.flatMap(([name, value]) =>
  Array.isArray(value) ? value.map((member) => [name, member]) : [[name, String(value)]],
)

const fromUrlSearchParams = new URLSearchParams(pairs).toString()

const fromEncodeUriComponent = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')

// urllib.parse.urlencode(parameters, doseq=True)
const fromPython =
  'url=https%3A%2F%2Fexample.com%2Fa+b%2F~x%2A%3Fq%3D%C3%A9%26r%3D1%2B1&attachment_name=a+b~c%2Ad%27%28e%29' +
  '&full_page=True&wait_until=load&wait_until=networkidle2&image_quality=0'

// http_build_query: urlencode() escapes all but letters, digits and `-_.`; true is 1; a list has its indexes in brackets.
// https://www.php.net/manual/en/function.http-build-query.php, https://www.php.net/manual/en/function.urlencode.php
const fromPhp =
  'url=https%3A%2F%2Fexample.com%2Fa+b%2F%7Ex%2A%3Fq%3D%C3%A9%26r%3D1%2B1&attachment_name=a+b%7Ec%2Ad%27%28e%29' +
  '&full_page=1&wait_until%5B0%5D=load&wait_until%5B1%5D=networkidle2&image_quality=0'

// The same with PHP_QUERY_RFC3986: rawurlencode() writes %20 and leaves `~`.
const fromPhp3986 = fromPhp.replaceAll('+', '%20').replaceAll('%7E', '~')

const byHand =
  "url=https://example.com/a+b/~x*?q=%c3%A9%26r=1%2b1&attachment_name=a%20b~c*d'(e)" +
  '&full_page=1&wait_until[]=load&wait_until[]=networkidle2&image_quality=0'

const sign = (query: string) => createSignature(account.secretKey, Buffer.from(query))

const send = (query: string, key = account.accessKey) =>
  sendRaw(service.baseUrl, { path: `/v1/screenshot?${query}`, headers: { 'x-access-key': key } })

test.each([
  ['URLSearchParams', fromUrlSearchParams],
  ['encodeURIComponent', fromEncodeUriComponent],
  ['urlencode of Python', fromPython],
  ['http_build_query of PHP', fromPhp],
  ['http_build_query of PHP by RFC 3986', fromPhp3986],
  ['hand', byHand],
])(
  'a query string made by %s is accepted with its signature, at any position, and with no other',
  async (_client, query) => {
    const accepted = {
      status: 400,
      code: 'invalid_parameter',
      message: expect.stringContaining('image_quality'),
    }
    // The other account does not sign: its response shows that signing changes nothing else.
    const unsigned = await send(query, service.accessKey)
    expect(unsigned).toEqual(accepted)
    const signature = `signature=${sign(query)}`
    for (const signed of [`${query}&${signature}`, query.replace('&full_page', `&${signature}&full_page`)])
      expect(await send(signed)).toEqual(unsigned)
    const other = query === byHand ? fromPhp : byHand
    expect(await send(`${query}&signature=${sign(other)}`)).toMatchObject({
      status: 403,
      code: 'invalid_signature',
    })
  },
)

const program = `import json, sys, urllib.parse
print(urllib.parse.urlencode(json.loads(sys.argv[1]), doseq=True))`

test('the query string of Python matches the output of Python', async (context) => {
  requirePrograms(context, 'python3')
  const { stdout } = await promisify(execFile)(debianPython, ['-c', program, JSON.stringify(parameters)])
  expect(stdout.trim()).toBe(fromPython)
})
