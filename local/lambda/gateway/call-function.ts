import type { IncomingMessage, ServerResponse } from 'node:http'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Lambda } from '../create-lambda.ts'
import type { InvocationResult } from '../host/invocation.ts'
import type { Refuse } from './gateway-error.ts'
import type { GatewayRoute } from './route-table.ts'
import { sendBuffered } from './send-buffered.ts'
import { sendStream } from './send-stream.ts'

export interface GatewayLimits {
  /** Of a request, and of a buffered response. */
  bodyBytesMax: number
  /** Until a buffered function must have answered. */
  bufferedMs: number
  /** Between two chunks of a streamed response, and before the first. */
  streamIdleMs: number
  /** Until a streamed response must be complete. */
  streamMs: number
}

export interface FunctionCall {
  lambda: Pick<Lambda, 'invoke'>
  route: GatewayRoute
  event: APIGatewayProxyEvent
  request: IncomingMessage
  response: ServerResponse
  limits: GatewayLimits
  isBinary(contentType: string): boolean
  refuse: Refuse
}

/** Invokes the route's function and answers the client with what comes of it. */
export const callFunction = async (call: FunctionCall): Promise<void> => {
  const { lambda, route, event, response, limits, refuse } = call
  const streams = route.transfer === 'STREAM'
  // Both end what still waits in the function's queue; a function that has started runs on, as on AWS.
  const departure = new AbortController()
  response.once('close', () => departure.abort())
  const timeOut = () => refuse('INTEGRATION_TIMEOUT')
  const idleTimer = setTimeout(timeOut, streams ? limits.streamIdleMs : limits.bufferedMs)
  const totalTimer = setTimeout(() => response.destroy(), limits.streamMs)
  try {
    const result = await lambda.invoke(route.functionName, event, { signal: departure.signal })
    if (streams && result.kind === 'stream')
      await sendStream(response, result.body, { onProgress: () => idleTimer.refresh(), refuse })
    else answerBuffered(call, result)
  } catch {
    // The function's own log tells why; a client learns no more than from API Gateway.
    refuse('INTEGRATION_FAILURE')
  } finally {
    clearTimeout(idleTimer)
    clearTimeout(totalTimer)
  }
}

const answerBuffered = (call: FunctionCall, result: InvocationResult): void => {
  const { request, response, route, limits, isBinary, refuse } = call
  // The gateway's time was up before the function's.
  if (response.headersSent) return
  if (result.kind === 'buffered' && route.transfer !== 'STREAM') {
    const { bodyBytesMax } = limits
    sendBuffered({ request, response, payload: result.payload, bodyBytesMax, isBinary, refuse })
    return
  }
  // A function of the other kind than its route, which API Gateway does not understand.
  if (result.kind === 'stream') result.body.resume()
  refuse('INTEGRATION_FAILURE')
}
