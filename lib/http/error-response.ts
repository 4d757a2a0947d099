import type { MiddlewareObj } from '@middy/core'
import { toAppError } from '../errors.ts'
import type { ApiEvent, CallContext } from './call.ts'
import { type Answer, jsonAnswer } from './response.ts'

/** Converts a thrown value into an error response. It is the first middleware, so its onError runs last. */
export const errorResponse = (): MiddlewareObj<ApiEvent, Answer, Error, CallContext> => ({
  onError: (request) => {
    const error = toAppError(request.error)
    const answer = jsonAnswer(error, error.statusCode)
    request.response = {
      ...answer,
      headers: { ...answer.headers, ...error.headers, 'X-Service-Error': error.code },
    }
  },
})
