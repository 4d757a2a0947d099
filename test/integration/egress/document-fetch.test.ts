import { expect, test } from 'vitest'
import { fetchDocument } from '../../../lib/render/scrape/fetch-document.ts'
import { allowing, resolving, testEgress, testServer } from '../../support/render/egress-client.ts'
import { scrapePlan } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

test('a document that is fetched without a browser passes through the egress, and only the egress resolves its host', async () => {
  const site = await testServer({ '*': page('by the egress') })
  const egress = await testEgress({
    policy: allowing(`127.0.0.1:${site.port}`),
    resolve: resolving({ 'site.test': ['127.0.0.1'], 'inside.test': ['10.0.0.5'] }),
  })
  const fetched = (url: string) =>
    fetchDocument(scrapePlan({ source: { kind: 'url', url } }), egress, AbortSignal.timeout(5_000))
  expect((await fetched(`http://site.test:${site.port}/a?b=c`)).bytes.toString()).toBe('by the egress')
  expect(site.requests).toMatchObject([{ path: '/a?b=c', headers: { host: `site.test:${site.port}` } }])
  await expect(fetched('http://inside.test/')).rejects.toThrow(/CONNECTION_FAILED/)
  await expect(fetched('https://inside.test/')).rejects.toThrow(/CONNECTION_FAILED/)
  expect(egress.denied).toMatchObject([
    { host: 'inside.test', port: 80 },
    { host: 'inside.test', port: 443 },
  ])
})
