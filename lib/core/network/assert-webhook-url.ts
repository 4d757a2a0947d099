import { InvalidParameterError } from '../../errors.ts'
import { decideUrl, type EgressPolicy } from './address-policy.ts'
import { coversHost } from './egress-allow.ts'

/**
 * Checks a webhook URL. It must use HTTPS; `http:` is only for hosts that the operator's egress allowances name. Resolved addresses are
 * checked when the webhook is sent. URLs that are refused regardless of DNS are refused here.
 * @throws InvalidParameterError
 */
export const assertWebhookUrl = ({ webhook_url }: { webhook_url?: unknown }, egress: EgressPolicy): void => {
  if (typeof webhook_url !== 'string') return
  const { protocol, hostname } = new URL(webhook_url)
  if (protocol !== 'https:' && !coversHost(egress.allow, hostname))
    throw new InvalidParameterError('`webhook_url` must begin with https://.')
  if (!decideUrl(webhook_url, egress).allowed)
    throw new InvalidParameterError('`webhook_url` is not allowed. It must be a public URL.')
}
