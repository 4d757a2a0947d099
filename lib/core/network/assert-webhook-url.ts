import { InvalidParameterError } from '../../errors.ts'
import { decideUrl, type EgressPolicy } from './address-policy.ts'
import { coversHost } from './egress-allow.ts'

/**
 * A webhook is told over HTTPS; `http:` is for hosts that the operator's egress allowances name. What its name resolves to is
 * checked when it is called; what is refused whatever it resolves to is refused here.
 * @throws InvalidParameterError
 */
export const assertWebhookUrl = ({ webhook_url }: { webhook_url?: unknown }, egress: EgressPolicy): void => {
  if (typeof webhook_url !== 'string') return
  const { protocol, hostname } = new URL(webhook_url)
  if (protocol !== 'https:' && !coversHost(egress.allow, hostname))
    throw new InvalidParameterError('`webhook_url` must begin with https://.')
  if (!decideUrl(webhook_url, egress).allowed)
    throw new InvalidParameterError('`webhook_url` is an address that may not be reached.')
}
