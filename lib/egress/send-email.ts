import { Sha256 } from '@smithy/core/checksum'
import { HttpRequest } from '@smithy/core/protocols'
import { SignatureV4 } from '@smithy/signature-v4'
import { describeCause } from '../base/describe-cause.ts'
import type { Logger } from '../base/logger.ts'
import { type AlertEmail, emailOf, mayReceive } from '../core/events/alert-email.ts'
import type { ReceiverResponse } from '../core/requests/receiver-response.ts'
import type { CallReceiver } from './call-receiver.ts'

interface SendEmailOptions {
  /** URL of SES in the region, without path. */
  endpoint: string
  region: string
  credentials: ConstructorParameters<typeof SignatureV4>[0]['credentials']
  /** Undefined if the service sends no emails. */
  alertEmail: AlertEmail | undefined
  log: Pick<Logger, 'warn'>
}

/** Sends an email once. Never rejects, because a failure is a result as well. @param content `EmailContent` of SES, as JSON */
type SendEmail = (receiver: string, content: Buffer) => Promise<ReceiverResponse>

/** As for the response of a webhook. */
const responseMs = 15_000

const path = '/v2/email/outbound-emails'

/** Sends emails with `SendEmail` of SES (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html), which is one signed call. */
export const createSendEmail =
  ({ endpoint, region, credentials, alertEmail, log }: SendEmailOptions): SendEmail =>
  async (receiver, content) => {
    if (!alertEmail || !mayReceive(alertEmail, receiver)) return { failure: 'email_unavailable' }
    const { protocol, hostname, host } = new URL(endpoint)
    const body = JSON.stringify({
      FromEmailAddress: alertEmail.from,
      Destination: { ToAddresses: [receiver] },
      Content: JSON.parse(content.toString()),
    })
    try {
      const { headers } = await new SignatureV4({ credentials, region, service: 'ses', sha256: Sha256 }).sign(
        new HttpRequest({
          ...{ method: 'POST', protocol, hostname, path, body },
          headers: { host, 'content-type': 'application/json' },
        }),
      )
      const response = await fetch(`${endpoint}${path}`, {
        ...{ method: 'POST', headers, body, redirect: 'manual' },
        signal: AbortSignal.timeout(responseMs),
      })
      await response.arrayBuffer()
      const [code] = response.headers.get('x-amzn-errortype')?.split(':') ?? []
      return { status: response.status, ...(!response.ok && code && { code }) }
    } catch (error) {
      log.warn({ cause: describeCause(error) }, 'email not sent')
      const isLate = error instanceof DOMException && error.name === 'TimeoutError'
      return { failure: isLate ? 'timeout' : 'connection_failed' }
    }
  }

/** Sends what is for `mailto:` by email, and everything else over HTTP. */
export const withEmail =
  (post: CallReceiver, sendEmail: SendEmail): CallReceiver =>
  (url, message, limitMs) => {
    const email = emailOf(url)
    return email !== undefined && Buffer.isBuffer(message.body)
      ? sendEmail(email, message.body)
      : post(url, message, limitMs)
  }
