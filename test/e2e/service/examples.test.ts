import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../lib/schema/operations.ts'
import { readExample } from '../../../scripts/generate/site/example.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'

let service: SharedService

beforeAll(async () => {
  service = await joinService()
})

afterAll(() => service[Symbol.asyncDispose]())

/** The parameters of a `curl -G … -d name=value` line. */
const parametersOf = (request: string) =>
  new URLSearchParams(
    [...request.matchAll(/-d (\S+?)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )

const renders = Object.values(operations).filter((operation) => operation.renders)

test.each(renders)(
  'the example of $id in the reference equals the response of the service',
  async ({ id, path }) => {
    const example = await readExample(id)
    const { request = '', response: documented = '' } = example ?? {}
    expect(request).toContain(`"$BASE_URL${path}"`)
    const response = await fetch(`${service.baseUrl}${path}?${parametersOf(request)}`, {
      headers: { 'x-access-key': service.accessKey },
    })
    await response.arrayBuffer()
    const [status, ...headers] = (documented.split('\n\n')[0] ?? '').split('\n')
    expect(status).toBe(`HTTP/1.1 ${response.status} OK`)
    expect(headers.length).toBeGreaterThan(2)
    for (const line of headers) {
      const [name = '', ...value] = line.split(': ')
      expect(`${name}: ${response.headers.get(name)}`).toBe(`${name}: ${value.join(': ')}`)
    }
  },
)
