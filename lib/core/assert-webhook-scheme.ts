import { InvalidParameterError } from '../errors.ts'

/**
 * A webhook is told over HTTPS; `http:` is for hosts that the operator's egress allowances name.
 * @throws InvalidParameterError
 */
export const assertWebhookScheme = (
  { webhook_url }: { webhook_url?: unknown },
  isAllowedHost: (hostname: string) => boolean,
): void => {
  if (typeof webhook_url !== 'string') return
  const { protocol, hostname } = new URL(webhook_url)
  if (protocol !== 'https:' && !isAllowedHost(hostname))
    throw new InvalidParameterError('`webhook_url` must begin with https://.')
}
