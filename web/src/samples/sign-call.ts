import { prepareLink } from '../../../lib/core/access/signed-content.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { signContent } from '../api/web-signature.ts'
import { type RenderCall, toPairs } from '../parameters/form-values.ts'

interface LinkFacts {
  baseUrl: string
  keys: { accessKey: string; secretKey: string }
  /** Unix seconds from which the link is refused. Undefined for a link that does not end. */
  expires: number | undefined
}

/** Returns a link that returns the result of a call to anyone who opens it. */
export const signCall = async (call: RenderCall, { baseUrl, keys, expires }: LinkFacts): Promise<string> => {
  const query = new URLSearchParams([['access_key', keys.accessKey], ...toPairs(call)])
  const link = prepareLink(`${baseUrl}${operations[call.operation].path}?${query}`, { version: 2, expires })
  return link.withSignature(await signContent(keys.secretKey, link.content))
}
