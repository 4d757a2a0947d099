import {
  dashboardHeaders,
  pageTextHeaders,
  resultHeaders,
  type SecurityHeaders,
  siteHeaders,
} from '../infra/headers.ts'
import { toGlobalName } from './names.ts'

type PolicyArgs = Omit<aws.cloudfront.ResponseHeadersPolicyArgs, 'name'>

const yearSeconds = 365 * 86_400

const strictTransportSecurity = {
  accessControlMaxAgeSec: yearSeconds,
  includeSubdomains: false,
  override: true,
}

/** Creates one policy for each kind of response, with the headers that CloudFront adds. */
export const createEdgeHeaders = (region: string) => ({
  api: policy(region, 'Api', { securityHeadersConfig: { strictTransportSecurity } }),
  results: policy(region, 'Results', toPolicy(resultHeaders)),
  pageTexts: policy(region, 'PageTexts', {
    ...toPolicy(pageTextHeaders),
    // Applies only to an object without a Content-Disposition header, which contains the file's name.
    customHeadersConfig: {
      items: [{ header: 'Content-Disposition', value: 'attachment', override: false }],
    },
  }),
  site: policy(region, 'Site', toPolicy(siteHeaders)),
  dashboard: policy(region, 'Dashboard', toPolicy(dashboardHeaders)),
})

/** Headers for which CloudFront has no setting. */
const customHeaders = [
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
] as const

const toPolicy = (headers: SecurityHeaders): PolicyArgs => {
  const contentSecurityPolicy = headers['content-security-policy']
  const referrerPolicy = headers['referrer-policy']
  const frameOption = headers['x-frame-options']
  const items = customHeaders.flatMap((header) => {
    const value = headers[header]
    return value === undefined ? [] : [{ header, value, override: true }]
  })
  return {
    securityHeadersConfig: {
      strictTransportSecurity,
      contentTypeOptions: { override: true },
      ...(contentSecurityPolicy && { contentSecurityPolicy: { contentSecurityPolicy, override: true } }),
      ...(referrerPolicy && { referrerPolicy: { referrerPolicy, override: true } }),
      ...(frameOption && { frameOptions: { frameOption, override: true } }),
    },
    ...(items.length > 0 && { customHeadersConfig: { items } }),
  }
}

const policy = (region: string, name: string, headers: PolicyArgs): $util.Output<string> =>
  new aws.cloudfront.ResponseHeadersPolicy(`${name}Headers`, {
    name: toGlobalName(region, name.toLowerCase()),
    ...headers,
  }).id
