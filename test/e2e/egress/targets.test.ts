import { describe, expect, test } from 'vitest'
import { AddressBlockedError } from '../../../lib/base/errors.ts'
import { metadata, startRenderFixture } from '../../support/render/render.ts'
import { startCanary } from '../../support/sites/canary.ts'
import { page } from '../../support/sites/fixture-server.ts'
import { testUpstream } from '../../support/sites/upstream-proxy.ts'

const canary = await startCanary()
const fixture = await startRenderFixture(
  { '/green': page('<!doctype html><body style="background: rgb(0, 200, 0)">') },
  {
    // The one IP address of the site and of the proxies, with its name localhost. The canary has every other name of the machine.
    egressAllow: '127.0.0.1',
    resolve: async (name) => (name === 'mixed.test' ? ['93.184.216.34', '::1'] : ['::1']),
  },
)

const refusalOf = async (taking: Promise<unknown>) => {
  const error: unknown = await taking.then(
    () => undefined,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(AddressBlockedError)
  return JSON.stringify(error)
}

test('every blocked target has the same error, whether or not a server listens there', async () => {
  const { port } = canary
  const targets = [
    // No server listens here.
    'http://[::1]:1025/',
    `http://[::1]:${port}/`,
    `https://a.localhost:${port}/`,
    `https://internal.test:${port}/`,
    `http://mixed.test:${port}/`,
    `http://127.0.0.2:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'https://printer.local/',
  ]
  const errors = new Set<string>()
  for (const target of targets) errors.add(await refusalOf(fixture.shoot(target)))
  expect([...errors]).toHaveLength(1)
  expect([...errors][0]).not.toMatch(/::1|127\.|169\.|10\.0/)
  expect(canary.connections()).toBe(0)
})

test('a port that browsers block has one error, whatever its address is', async () => {
  const errors = new Set<string>()
  for (const host of ['93.184.216.34', '[::1]', 'a.localhost', '169.254.169.254'])
    errors.add(await refusalOf(fixture.shoot(`http://${host}:25/`)))
  expect([...errors]).toEqual([expect.stringContaining('one above 1023')])
})

test('the internal targets that a page tries are reported once per render, by kind, for the log only', async () => {
  const urls = [
    'http://10.0.0.7/',
    'http://10.0.0.8/',
    'http://169.254.169.254/',
    'http://internal.test/',
    'http://a.localhost/',
  ]
  const images = urls.flatMap((url) => [`<img src="${url}a">`, `<img src="${url}b">`]).join('')
  const shot = await fixture.shootHtml(`<!doctype html>${images}`, {
    waitUntil: ['load'],
    metadata: metadata('report'),
  })
  expect(shot.report.blockedTargets).toEqual({ private: 2, link_local: 1, loopback: 1, reserved_name: 1 })
  expect(shot.metadata['Report']).toContain('"requests"')
  expect(shot.metadata['Report']).not.toContain('blockedTargets')
})

describe('through the proxy of the caller', () => {
  test('a page is rendered', async () => {
    const proxy = await testUpstream({ credentials: 'user:secret', target: fixture.site.port })
    const credentials = { username: 'user', password: 'secret' }
    const { image } = await fixture.shoot('http://site.test/green', {
      proxy: { ...proxy.upstream, credentials },
    })
    expect(image.at(10, 10)).toEqual([0, 200, 0, 255])
    expect(proxy.lines).toContain('GET http://site.test/green')
  })
})
