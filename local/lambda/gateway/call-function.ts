import type { ServerResponse } from 'node:http'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Lambda } from '../create-lambda.ts'
import type { Refuse } from './gateway-error.ts'
import type { BodyLimits } from './read-body.ts'
import { sendStream } from './send-stream.ts'

export interface GatewayLimits extends BodyLimits {
  /** Of the request line and the values of the headers together. */
  headBytesMax: number
  /** Of the event in JSON, which contains the body as a string. */
  eventBytesMax: number
  /** Between two chunks of a response, and before the first. */
  streamIdleMs: number
  /** Until a response must be complete. */
  streamMs: number
}

interface FunctionCall {
  lambda: Pick<Lambda, 'invoke'>
  functionName: string
  event: APIGatewayProxyEvent
  response: ServerResponse
  limits: GatewayLimits
  refuse: Refuse
}

/** Invokes the route's function and sends its streamed response to the client. */
export const callFunction = async (call: FunctionCall): Promise<void> => {
  const { lambda, functionName, event, response, limits, refuse } = call
  // Disconnecting removes an event that still waits in the function's queue. A running function continues, as on AWS.
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  const idleTimer = setTimeout(() => refuse('INTEGRATION_TIMEOUT'), limits.streamIdleMs)
  const totalTimer = setTimeout(() => response.destroy(), limits.streamMs)
  try {
    const result = await lambda.invoke(functionName, event, { signal: disconnected.signal })
    if (result.kind === 'stream')
      await sendStream(response, result.body, { onProgress: () => idleTimer.refresh(), refuse })
    else refuse('INTEGRATION_FAILURE')
  } catch {
    // The function's own log has the cause. As with API Gateway, the client receives no detail.
    refuse('INTEGRATION_FAILURE')
  } finally {
    clearTimeout(idleTimer)
    clearTimeout(totalTimer)
  }
}
