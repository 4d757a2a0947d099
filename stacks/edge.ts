import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { originReadTimeoutSeconds } from '../infra/edge.ts'
import { type EdgeFunctionName, edgeConstants } from '../infra/edge-constants.ts'
import { resultPrefix } from '../infra/files.ts'
import { readSite } from '../infra/site.ts'
import { pageTextExtensions } from '../lib/core/requests/result-name.ts'
import type { Api } from './api.ts'
import { createEdgeHeaders } from './edge-headers.ts'
import { toGlobalName } from './names.ts'
import { allowDistribution } from './private-bucket.ts'
import type { Settings } from './settings.ts'
import { siteFolder } from './site.ts'

export type Edge = ReturnType<typeof createEdge>

/** AWS's own policies: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const managed = {
  cachingOptimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  allViewerExceptHostHeader: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
}

/**
 * By default CloudFront keeps a response with one of these codes for 10 s, also with `Cache-Control: no-store`, and sends it to everyone
 * who requests the same path, because the parameters are not part of the cache key:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
 */
const uncachedErrors = [500, 502, 503, 504].map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 }))

const everyMethod = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE']
const reading = ['GET', 'HEAD']

interface Buckets {
  results: aws.s3.Bucket
  site: aws.s3.Bucket
}

/** Creates the distribution: /v1/* and /mcp are the API, /cache/* are the results, /dashboard* is the dashboard, everything else is the site. */
export const createEdge = (api: Api, buckets: Buckets, settings: Settings) => {
  const behaviors = createBehaviors(settings)
  const cdn = new sst.aws.Cdn('Edge', {
    comment: `${$app.name} ${$app.stage}`,
    ...createOrigins(api, buckets, settings),
    defaultCacheBehavior: behaviors.site,
    // CloudFront uses the first one that matches.
    orderedCacheBehaviors: [
      { pathPattern: '/v1/*', ...behaviors.api },
      { pathPattern: '/mcp', ...behaviors.api },
      ...pageTextExtensions.map((extension) => ({
        pathPattern: `/cache/*.${extension}`,
        ...behaviors.pageTexts,
      })),
      { pathPattern: '/cache/*', ...behaviors.results },
      { pathPattern: '/dashboard*', ...behaviors.dashboard },
    ],
    customErrorResponses: uncachedErrors,
    ...(settings.domain && { domain: toDomain(settings.domain, settings) }),
    ...(settings.webAclArn && { webAclArn: settings.webAclArn }),
    // The functions need the distribution's domain name, but not that its deployment has finished.
    wait: false,
    transform: {
      distribution: (args) => {
        args.httpVersion = 'http2and3'
        args.isIpv6Enabled = true
      },
    },
  })
  const { arn, domainName } = cdn.nodes.distribution
  allowDistribution('Results', buckets.results, { arn, prefix: resultPrefix })
  allowDistribution('Site', buckets.site, { arn, prefix: '', knowsMissing: true })
  return { cdn, host: domainName, url: settings.domain ? `https://${settings.domain}` : cdn.url }
}

/** A certificate of the operator's own comes with DNS records that Route 53 of this account does not have. */
const toDomain = (name: string, { certificateArn }: Settings) =>
  certificateArn ? { name, dns: false as const, cert: certificateArn } : { name }

const createOrigins = ({ host, edgeKeys }: Api, buckets: Buckets, { region }: Settings) => {
  const bucketOrigin = (originId: string, bucket: aws.s3.Bucket) => ({
    originId,
    domainName: bucket.bucketRegionalDomainName,
    originAccessControlId: new aws.cloudfront.OriginAccessControl(`${originId}Access`, {
      name: toGlobalName(region, originId),
      originAccessControlOriginType: 's3',
      signingBehavior: 'always',
      signingProtocol: 'sigv4',
    }).id,
  })
  return {
    origins: [
      {
        originId: 'api',
        domainName: host,
        // Replaces what a client sends in this header. API Gateway refuses requests without the key.
        customHeaders: [{ name: 'x-api-key', value: edgeKeys[0]?.value ?? '' }],
        originPath: `/${$app.stage}`,
        // CloudFront would send a GET again if the first attempt fails or times out, and a render would run again:
        // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesOrigin.html#origin-connection-attempts
        connectionAttempts: 1,
        customOriginConfig: {
          httpPort: 80,
          httpsPort: 443,
          originProtocolPolicy: 'https-only',
          originSslProtocols: ['TLSv1.2'],
          originReadTimeout: originReadTimeoutSeconds,
          originKeepaliveTimeout: 60,
        },
      },
      bucketOrigin('results', buckets.results),
      bucketOrigin('site', buckets.site),
    ],
    originGroups: [
      {
        // A private bucket returns 403 and XML for an object that does not exist. The API's 404 has the service's error body.
        originId: 'results-or-not-found',
        failoverCriteria: { statusCodes: [403, 404] },
        members: [{ originId: 'results' }, { originId: 'api' }],
      },
    ],
  }
}

/**
 * AWS's CachingOptimized with a limit: a file that was deleted is gone after ten minutes. Until then CloudFront does not ask S3, whatever
 * `Expires` says: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Expiration.html
 */
const resultCache = (region: string) =>
  new aws.cloudfront.CachePolicy('ResultsCache', {
    name: toGlobalName(region, 'results'),
    minTtl: 1,
    defaultTtl: deletedSeconds,
    maxTtl: deletedSeconds,
    parametersInCacheKeyAndForwardedToOrigin: {
      cookiesConfig: { cookieBehavior: 'none' },
      headersConfig: { headerBehavior: 'none' },
      queryStringsConfig: { queryStringBehavior: 'none' },
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    },
  }).id

const deletedSeconds = 600

const createBehaviors = ({ region }: Settings) => {
  const headers = createEdgeHeaders(region)
  const expiry = edgeFunction('expiry', region)
  const files = {
    allowedMethods: reading,
    cachedMethods: reading,
    cachePolicyId: managed.cachingOptimized,
    compress: true,
  }
  const results = {
    ...files,
    cachePolicyId: resultCache(region),
    targetOriginId: 'results-or-not-found',
    viewerProtocolPolicy: 'redirect-to-https',
    functionAssociations: [expiry],
  }
  const site = {
    ...files,
    // Without the API behind it, because anyone can request assets that do not exist.
    targetOriginId: 'site',
    viewerProtocolPolicy: 'redirect-to-https',
    functionAssociations: [edgeFunction('site-index', region)],
  }
  return {
    api: {
      targetOriginId: 'api',
      // A redirect would come after the key has crossed the network in the clear.
      viewerProtocolPolicy: 'https-only',
      allowedMethods: everyMethod,
      cachedMethods: reading,
      cachePolicyId: managed.cachingDisabled,
      originRequestPolicyId: managed.allViewerExceptHostHeader,
      responseHeadersPolicyId: headers.api,
      functionAssociations: [edgeFunction('raw-query', region)],
    },
    results: { ...results, responseHeadersPolicyId: headers.results },
    pageTexts: { ...results, responseHeadersPolicyId: headers.pageTexts },
    site: { ...site, responseHeadersPolicyId: headers.site },
    dashboard: { ...site, responseHeadersPolicyId: headers.dashboard },
  }
}

const edgeFunction = (name: EdgeFunctionName, region: string) => ({
  eventType: 'viewer-request',
  functionArn: new aws.cloudfront.Function(`Edge-${name}`, {
    name: toGlobalName(region, name),
    runtime: 'cloudfront-js-2.0',
    code:
      edgeConstants(readSite(siteFolder()))[name] +
      readFileSync(join($cli.paths.root, 'infra', 'edge-functions', `${name}.js`), 'utf8'),
  }).arn,
})
