import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { headersPoliciesPerStage } from '../../infra/edge.ts'
import { apiFunctions } from '../../infra/functions.ts'
import { dashboardHeaders, siteHeaders } from '../../infra/headers.ts'
import { withDomain } from '../../infra/site.ts'
import { readGraph } from './read-graph.ts'
import { productionEnvironment } from './setup.ts'
import { createStack } from './stack.ts'
import type { Properties } from './synth/graph.ts'

const siteDir = join(import.meta.dirname, '../../generated/site')
const stack = createStack(await readGraph())
const distribution = stack.one('cloudfront/distribution', 'EdgeDistribution').inputs

interface Behavior extends Properties {
  pathPattern?: string
  targetOriginId: string
  responseHeadersPolicyId: string
  functionAssociations: { eventType: string; functionArn: string }[]
}

interface Origin extends Properties {
  originId: string
  domainName: string
}

const ordered = distribution['orderedCacheBehaviors'] as Behavior[]
const site = distribution['defaultCacheBehavior'] as Behavior
const behaviorOf = (pathPattern: string) => {
  const behavior = ordered.find((candidate) => candidate.pathPattern === pathPattern)
  if (!behavior) throw new Error(`There is no behaviour for ${pathPattern}.`)
  return behavior
}
const originOf = (id: string) => {
  const origin = (distribution['origins'] as Origin[]).find(({ originId }) => originId === id)
  if (!origin) throw new Error(`There is no origin ${id}.`)
  return origin
}
const headersOf = ({ responseHeadersPolicyId }: Behavior) => {
  const policies = stack.all('cloudfront/responseHeadersPolicy')
  const policy = policies.find(({ id }) => id === responseHeadersPolicyId)
  if (!policy) throw new Error(`There is no policy ${responseHeadersPolicyId}.`)
  return policy.inputs
}

test('accepts TLS 1.2 or later only, under its domain, behind the web ACL', () => {
  expect(distribution).toMatchObject({
    enabled: true,
    aliases: [productionEnvironment.DOMAIN],
    viewerCertificate: { minimumProtocolVersion: 'TLSv1.2_2021', sslSupportMethod: 'sni-only' },
    webAclId: productionEnvironment.WEB_ACL_ARN,
  })
  expect(stack.one('acm/certificate', 'EdgeSslCertificate').inputs['domainName']).toBe(
    productionEnvironment.DOMAIN,
  )
})

describe('/v1/*', () => {
  const behavior = behaviorOf('/v1/*')

  test('comes first and reaches the API with every method, header and parameter, never from a cache', () => {
    expect(ordered[0]).toBe(behavior)
    expect(behavior).toMatchObject({
      targetOriginId: 'api',
      viewerProtocolPolicy: 'https-only',
      allowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'],
      // CachingDisabled and AllViewerExceptHostHeader
      cachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      originRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    })
  })

  test('has no error that one caller caused and others receive', () => {
    expect(distribution['customErrorResponses']).toEqual(
      [500, 502, 503, 504].map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 })),
    )
  })

  test('is also how the MCP server is reached', () => {
    expect(behaviorOf('/mcp')).toEqual({ ...behavior, pathPattern: '/mcp' })
  })

  test('waits longer than the longest render, and speaks TLS 1.2 to the API’s stage', () => {
    const origin = originOf('api')
    expect(origin).toMatchObject({
      domainName: 'api-ApiApi.execute-api.eu-central-1.amazonaws.com',
      originPath: '/production',
      // Every further attempt of a GET would render again.
      connectionAttempts: 1,
      customHeaders: [{ name: 'x-api-key', value: 'value-of-EdgeKey1' }],
      customOriginConfig: { originProtocolPolicy: 'https-only', originSslProtocols: ['TLSv1.2'] },
    })
    const { originReadTimeout } = origin['customOriginConfig'] as { originReadTimeout: number }
    for (const { deadlineSeconds } of apiFunctions) expect(originReadTimeout).toBeGreaterThan(deadlineSeconds)
  })
})

describe('/cache/*', () => {
  const patterns = ['/cache/*', '/cache/*.html', '/cache/*.md']

  test.each(patterns)('%s is read from the bucket of results, and not found after it expires', (pattern) => {
    const behavior = behaviorOf(pattern)
    expect(behavior).toMatchObject({
      targetOriginId: 'results-or-not-found',
      viewerProtocolPolicy: 'redirect-to-https',
      allowedMethods: ['GET', 'HEAD'],
    })
    const [association] = behavior.functionAssociations
    expect(association?.eventType).toBe('viewer-request')
    expect(association?.functionArn).toMatch(/:function\/stillframe-production-eu-central-1-expiry$/)
  })

  test.each(patterns)('a deleted file below %s is gone after ten minutes', (pattern) => {
    const policy = stack
      .all('cloudfront/cachePolicy')
      .find(({ id }) => id === behaviorOf(pattern)['cachePolicyId'])
    expect(policy?.inputs).toMatchObject({ defaultTtl: 600, maxTtl: 600 })
  })

  test('the text of a page runs and loads nothing, and is an attachment', () => {
    for (const pattern of ['/cache/*.html', '/cache/*.md']) {
      expect(ordered.indexOf(behaviorOf(pattern))).toBeLessThan(ordered.indexOf(behaviorOf('/cache/*')))
      expect(headersOf(behaviorOf(pattern))).toMatchObject({
        securityHeadersConfig: {
          contentTypeOptions: { override: true },
          contentSecurityPolicy: { contentSecurityPolicy: "sandbox; default-src 'none'", override: true },
        },
        customHeadersConfig: {
          items: [{ header: 'Content-Disposition', value: 'attachment', override: false }],
        },
      })
    }
  })

  test('a response forbids content sniffing', () => {
    expect(headersOf(behaviorOf('/cache/*'))).toMatchObject({
      securityHeadersConfig: { contentTypeOptions: { override: true } },
    })
  })
})

test('has as many response headers policies as the quota check assumes', () => {
  expect(stack.all('cloudfront/responseHeadersPolicy')).toHaveLength(headersPoliciesPerStage)
})

describe.each(['results', 'site'])('the bucket behind %s', (id) => {
  test('receives requests signed by the distribution', () => {
    const origin = originOf(id)
    const control = stack
      .all('cloudfront/originAccessControl')
      .find((candidate) => candidate.id === origin['originAccessControlId'])
    expect(control?.inputs).toMatchObject({
      originAccessControlOriginType: 's3',
      signingBehavior: 'always',
      signingProtocol: 'sigv4',
    })
    const bucket = stack.one('s3/bucket', id === 'results' ? 'ResultsBucket' : 'SiteBucket')
    expect(origin.domainName).toBe(`${bucket.id}.s3.eu-central-1.amazonaws.com`)
  })
})

test('only a missing result passes to the API, whose 404 has an error body', () => {
  expect(distribution['originGroups']).toEqual([
    expect.objectContaining({
      originId: 'results-or-not-found',
      failoverCriteria: { statusCodes: [403, 404] },
      members: [{ originId: 'results' }, { originId: 'api' }],
    }),
  ])
})

describe('the site', () => {
  test('serves every other path, and its pages load nothing from other hosts', () => {
    expect(site).toMatchObject({
      targetOriginId: 'site',
      viewerProtocolPolicy: 'redirect-to-https',
    })
    expect(headersOf(site)['securityHeadersConfig']).toMatchObject({
      contentTypeOptions: { override: true },
      contentSecurityPolicy: {
        contentSecurityPolicy: siteHeaders['content-security-policy'],
        override: true,
      },
      referrerPolicy: { referrerPolicy: 'no-referrer', override: true },
    })
  })

  test('has a dashboard without inline scripts and styles, which no page may frame', () => {
    const dashboard = behaviorOf('/dashboard*')
    expect(dashboard.targetOriginId).toBe('site')
    const policy = headersOf(dashboard)
    expect(policy['securityHeadersConfig']).toMatchObject({
      contentSecurityPolicy: {
        contentSecurityPolicy: dashboardHeaders['content-security-policy'],
        override: true,
      },
      frameOptions: { frameOption: 'DENY', override: true },
    })
    expect(dashboardHeaders['content-security-policy']).not.toContain('unsafe')
    expect(policy['customHeadersConfig']).toMatchObject({
      items: expect.arrayContaining([
        { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
      ]),
    })
  })

  test('keeps assets for a year and asks again for everything else', () => {
    const files = stack.all('s3/bucketObjectv2').filter(({ name }) => name.startsWith('SiteFile-'))
    const isAsset = ({ inputs }: (typeof files)[number]) =>
      /^(?:dashboard\/)?assets\//.test(String(inputs['key']))
    expect(new Set(files.filter(isAsset).map(({ inputs }) => inputs['cacheControl']))).toEqual(
      new Set(['public, max-age=31536000, immutable']),
    )
    const others = files.filter((file) => !isAsset(file))
    expect(new Set(others.map(({ inputs }) => inputs['cacheControl']))).toEqual(new Set(['no-cache']))
  })

  test('has every generated file, with its type', () => {
    const files = stack.all('s3/bucketObjectv2').filter(({ name }) => name.startsWith('SiteFile-'))
    expect(files.map(({ inputs }) => inputs['key'])).toEqual(
      expect.arrayContaining(['index.html', 'docs/index.html']),
    )
    for (const { inputs } of files) {
      expect(inputs['bucket']).toBe(stack.one('s3/bucket', 'SiteBucket').id)
      expect(inputs['contentType']).not.toBe('application/octet-stream')
      expect((inputs['source'] as { asset: string }).asset).toMatch(
        new RegExp(`(?:generated|dist)/site/${inputs['key']}$`),
      )
    }
  })
})

test('pages are uploaded with the domain of the stage, and nothing else is changed', () => {
  const sourceOf = (key: string) =>
    (stack.one('s3/bucketObjectv2', `SiteFile-${key}`).inputs['source'] as { asset: string }).asset
  expect(sourceOf('docs/guides/pdf.html')).toMatch(/dist\/site\/docs\/guides\/pdf.html$/)
  expect(sourceOf('og.png')).toMatch(/generated\/site\/og.png$/)
  const page = readFileSync(join(siteDir, 'docs/guides/pdf.html'), 'utf8')
  const changed = withDomain(page, productionEnvironment.DOMAIN)
  expect(changed).toContain('<meta property="og:image" content="https://render.example.com/og.png">')
  expect(changed.length - page.length).toBe('https://render.example.com'.length)
})

test('every response requires TLS for later requests', () => {
  for (const behavior of [...ordered, site])
    expect(headersOf(behavior)).toMatchObject({
      securityHeadersConfig: {
        strictTransportSecurity: { accessControlMaxAgeSec: 31_536_000, override: true },
      },
    })
})

test('the log of the edge has no field with keys or URLs of pages, and ends after a month', () => {
  const { recordFields } = stack.one('cloudwatch/logDelivery', 'EdgeLogDelivery').inputs
  expect(recordFields).toEqual(
    expect.arrayContaining(['c-ip', 'cs-uri-stem', 'sc-status', 'x-edge-result-type']),
  )
  for (const secret of ['cs-uri-query', 'cs(Referer)', 'cs(Cookie)', 'cs-headers'])
    expect(recordFields).not.toContain(secret)
  const group = stack.one('cloudwatch/logGroup', 'EdgeLogs')
  expect(group.inputs['retentionInDays']).toBe(30)
  expect(group.inputs['name']).toBe('/aws/vendedlogs/edge/stillframe-production-eu-central-1-edge')
})
