import { randomUUID } from 'node:crypto'
import type { AwsService, AwsServiceContext } from '../service.ts'
import { readCall, type S3Call, sendEmpty, sendXml } from './call.ts'
import { isDisconnect, S3Error } from './errors.ts'
import { sweepExpired } from './lifecycle.ts'
import { route } from './routes.ts'
import { type Caller, openStore } from './store.ts'
import { element, wrap } from './xml.ts'

const sweepMs = 60 * 60 * 1000

interface S3 extends AwsService {
  /** Applies the lifecycle rules and returns the number of deleted objects. Also runs at the start and every hour. */
  sweepExpired(): number
}

/**
 * S3 with path-style URLs. Bodies are files, everything else is in SQLite. Data survives kill -9. Files are not fsynced, so a power
 * failure may lose some.
 */
export const createS3 = (context: AwsServiceContext, caller: Caller = { canList: false }): S3 => {
  const store = openStore(context, caller)
  const sweep = () => {
    try {
      sweepExpired(store)
    } catch (fault) {
      context.reportFault(fault)
    }
  }
  sweep()
  const timer = setInterval(sweep, sweepMs)
  timer.unref()
  return {
    streamsBody: true,
    sweepExpired: () => sweepExpired(store),
    handle: async (request, response) => {
      response.setHeader('x-amz-request-id', randomUUID().slice(0, 16).toUpperCase())
      try {
        await route(store, readCall(request, response))
      } catch (error) {
        if (isDisconnect(error)) return
        sendError({ request, response }, toS3Error(error))
      }
    },
    close: async () => {
      clearInterval(timer)
      store.database.close()
    },
  }
}

/** Rethrows unexpected errors, which the server reports. */
const toS3Error = (error: unknown): S3Error => {
  if (error instanceof S3Error) return error
  if (error instanceof URIError) return new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.")
  throw error
}

const sendError = ({ request, response }: Pick<S3Call, 'request' | 'response'>, error: S3Error) => {
  if (response.headersSent) {
    response.destroy()
    return
  }
  // An unread body would block the next request on this connection.
  request.resume()
  if (request.method === 'HEAD') return sendEmpty(response, error.status)
  const details = Object.entries(error.details).map(([name, value]) => element(name, value))
  sendXml(
    response,
    wrap('Error', [
      element('Code', error.code),
      element('Message', error.message),
      ...details,
      element('Resource', request.url?.split('?')[0] ?? ''),
    ]),
    error.status,
  )
}
