import { pageTextPolicy } from '../lib/core/result-name.ts'

const yearSeconds = 365 * 86_400

const strictTransport = { accessControlMaxAgeSec: yearSeconds, includeSubdomains: false, override: true }
const contentTypeOptions = { override: true }

/** The headers that the edge adds, by what it serves. */
export const createEdgeHeaders = () => ({
  api: policy('Api', { securityHeadersConfig: { strictTransportSecurity: strictTransport } }),
  results: policy('Results', {
    securityHeadersConfig: { strictTransportSecurity: strictTransport, contentTypeOptions },
  }),
  // A page's own text is somebody else's, and hostile (decisions 6.5).
  pageTexts: policy('PageTexts', {
    securityHeadersConfig: {
      strictTransportSecurity: strictTransport,
      contentTypeOptions,
      contentSecurityPolicy: { contentSecurityPolicy: pageTextPolicy, override: true },
    },
    customHeadersConfig: {
      // The object's own names the file.
      items: [{ header: 'Content-Disposition', value: 'attachment', override: false }],
    },
  }),
  // As local/site.ts has them.
  site: policy('Site', {
    securityHeadersConfig: {
      strictTransportSecurity: strictTransport,
      contentTypeOptions,
      contentSecurityPolicy: { contentSecurityPolicy: sitePolicy, override: true },
      referrerPolicy: { referrerPolicy: 'no-referrer', override: true },
    },
  }),
})

const sitePolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; img-src 'self' data:"

const policy = (
  name: string,
  headers: Omit<aws.cloudfront.ResponseHeadersPolicyArgs, 'name'>,
): $util.Output<string> =>
  new aws.cloudfront.ResponseHeadersPolicy(`${name}Headers`, {
    name: `${$app.name}-${$app.stage}-${name.toLowerCase()}`,
    ...headers,
  }).id
