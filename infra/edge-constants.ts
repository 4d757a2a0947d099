import { describeUnknownPath } from '../lib/core/options/describe-unknown.ts'
import { resultNamePattern, resultNotFoundMessage } from '../lib/core/requests/result-name.ts'
import { NotFoundError } from '../lib/errors.ts'
import { operations } from '../lib/schema/operations.ts'

/** Functions in edge-functions/, which CloudFront and the local service run before any cache or origin. */
export type EdgeFunctionName = 'raw-query' | 'expiry' | 'site-index'

/** The IP address of the client. CloudFront's function replaces what the client sends in it. */
export const clientAddressHeader = 'x-stillframe-client-address'

/**
 * Returns the constants that precede the code of each edge function, because such code cannot import modules.
 * @param siteFiles paths of the site's files, without a leading slash
 */
export const edgeConstants = (siteFiles: readonly string[]): Readonly<Record<EdgeFunctionName, string>> => {
  const paths = Object.values(operations).map(({ path }) => path)
  const files = siteFiles.map((path) => `/${path}`)
  return {
    'raw-query': `const clientAddressHeader = ${JSON.stringify(clientAddressHeader)}\n`,
    expiry: `const namePattern = ${resultNamePattern}\n${notFoundBody(resultNotFoundMessage)}`,
    'site-index': `const siteFiles = ${JSON.stringify(files)}\n${notFoundBody(describeUnknownPath('', paths))}`,
  }
}

const notFoundBody = (message: string): string =>
  `const notFoundBody = ${JSON.stringify(JSON.stringify(new NotFoundError(message)))}\n`
