import { randomUUID } from 'node:crypto'
import type { AwsService, AwsServiceContext } from '../service.ts'
import { checkSignature } from '../sigv4.ts'
import { readCall, type S3Call, sendEmpty, sendXml } from './call.ts'
import { applyCors } from './cors.ts'
import { isDisconnect, S3Error } from './errors.ts'
import { sweepExpired } from './lifecycle.ts'
import { route } from './routes.ts'
import { openStore } from './store.ts'
import { element, wrap } from './xml.ts'

const sweepMs = 60 * 60 * 1000
/** The one key pair; whoever starts this gives the same to the SDK. */
const secrets = new Map([['local', 'local']])

export interface S3 extends AwsService {
  /** Applies the lifecycle rules and returns how many objects went. Also runs by itself at the start and every hour. */
  sweepExpired(): number
}

/**
 * S3 with path-style addresses: bodies are files, everything else is in SQLite. Signatures, presigned or not, are
 * verified for the key pair local/local. Not there: versions, POST forms, policies, events, UploadPartCopy; a
 * subresource that is not there answers 501. Survives kill -9; files are not fsynced, so a power cut may lose some.
 */
export const createS3 = (context: AwsServiceContext): S3 => {
  const store = openStore(context)
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
        const call = readCall(request, response)
        if (applyCors(store, call)) return
        const refusal = checkSignature(request, (accessKeyId) => secrets.get(accessKeyId), context.nowMs())
        if (refusal) throw new S3Error(403, refusal.code, refusal.message)
        await route(store, call, context.region)
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

/** Anything unexpected is the front's to report. */
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
  // An unread body would stall the connection for the next request.
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
