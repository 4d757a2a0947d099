import { type AppError, InvalidParameterError, NotFoundError } from '../lib/base/errors.ts'
import { clientAddressHeader } from '../lib/core/network/client-address.ts'
import { describeUnknownPath } from '../lib/core/options/describe-unknown.ts'
import { resultNamePattern, resultNotFoundMessage } from '../lib/core/requests/result-name.ts'
import { operations } from '../lib/schema/operations.ts'
import { siteHeaders } from './headers.ts'
import { assetPattern, listNamedFiles, type Site } from './site.ts'

/** Functions in edge-functions/, which CloudFront and the local service run before any cache or origin. */
export type EdgeFunctionName = 'raw-query' | 'expiry' | 'site-index'

/** Returns the code that precedes each edge function: its constants and `refusal(requestId)`. Edge functions cannot import modules. */
export const edgeConstants = (site: Site): Readonly<Record<EdgeFunctionName, string>> => {
  const paths = Object.values(operations).map(({ path }) => path)
  const files = listNamedFiles(site.files).map((path) => `/${path}`)
  return {
    'raw-query': `const clientAddressHeader = ${JSON.stringify(clientAddressHeader)}\n${refusal(queryTooLong)}`,
    expiry: `const namePattern = ${resultNamePattern}\n${refusal(new NotFoundError(resultNotFoundMessage))}`,
    'site-index': `${siteFiles(files)}const assetPattern = ${assetPattern}\nconst notFoundPage = ${JSON.stringify(toPage(site.notFoundPage))}\n${refusal(new NotFoundError(describeUnknownPath('', paths)))}`,
  }
}

/** Returns the code of a constant. The code of a function has at most 10 KB, so each folder is named once, and pages have no extension. */
const siteFiles = (paths: readonly string[]): string => {
  const folders = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/') + 1))
  const texts = [...folders].map(([folder, files]) =>
    [folder, ...files.map((path) => path.slice(folder.length).replace(/^([^.]+)\.html$/, '$1'))].join(' '),
  )
  return `const siteFiles = ${JSON.stringify(texts)}.reduce((files, text) => {
  const names = text.split(' ')
  return files.concat(names.slice(1).map((name) => names[0] + (name.includes('.') ? name : name + '.html')))
}, [])
`
}

const queryTooLong = new InvalidParameterError(
  'The query string of a signed request must have at most 4000 characters, or fewer if characters such as `;` are not percent-encoded. Send the parameters in the JSON body of a POST.',
)

/** Returns the response that shows a browser the site's page for unknown paths. */
const toPage = (body: string) => ({
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: {
    ...Object.fromEntries(Object.entries(siteHeaders).map(([name, value]) => [name, { value }])),
    'content-type': { value: 'text/html; charset=utf-8' },
    'cache-control': { value: 'no-store' },
  },
  body,
})

/** Returns the code of a function `refusal(requestId)`, whose response is this error. */
const refusal = (error: AppError): string => {
  const response = {
    statusCode: error.statusCode,
    statusDescription: error.error,
    headers: {
      'content-type': { value: 'application/json' },
      'cache-control': { value: 'no-store' },
      'x-content-type-options': { value: 'nosniff' },
      'x-service-error': { value: error.code },
    },
    body: JSON.stringify(error),
  }
  return `function refusal(requestId) {
  const response = ${JSON.stringify(response)}
  response.headers['x-service-request-id'] = { value: requestId }
  return response
}
`
}
