import { emailAddress } from '../../schema/subscriptions.ts'

/** How the service sends alerts by email. */
export interface AlertEmail {
  /** The sender, which SES has verified. */
  from: string
  /** Lowercase addresses, and domains whose addresses may receive alerts. */
  receivers: readonly string[]
}

const domain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

/** Reads `ALERT_EMAIL_FROM` and `ALERT_EMAIL_RECEIVERS`. Undefined if neither is set. @throws Error that names the wrong setting */
export const parseAlertEmail = (from: string, receivers: string): AlertEmail | undefined => {
  const list = receivers.split(',').flatMap((name) => name.trim().toLowerCase() || [])
  if (from === '' && list.length === 0) return undefined
  if (!emailAddress.test(from))
    throw new Error('ALERT_EMAIL_FROM must be an email address that SES has verified.')
  if (list.length === 0 || !list.every((name) => emailAddress.test(name) || domain.test(name)))
    throw new Error(
      'ALERT_EMAIL_RECEIVERS must be the domains and addresses that may receive alerts, separated by commas: example.com,ops@example.org.',
    )
  return { from, receivers: list }
}

const scheme = 'mailto:'

/** Returns the address of a `mailto:` URL. Undefined for every other URL. */
export const emailOf = (url: string): string | undefined =>
  url.startsWith(scheme) ? url.slice(scheme.length) : undefined

/** Returns whether alerts may be sent to an address. No subdomain is that of a domain. */
export const mayReceive = ({ receivers }: AlertEmail, email: string): boolean => {
  const name = email.toLowerCase()
  return receivers.includes(name) || receivers.includes(name.slice(name.lastIndexOf('@') + 1))
}
