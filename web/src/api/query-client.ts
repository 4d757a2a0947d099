import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const secondMs = 1000

/** Failures of the service and of the connection can pass. What the caller did wrong stays wrong. */
const isTransient = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** The cache of responses. Every read counts against the rate of the dashboard, so data is kept for half a minute. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30 * secondMs,
      refetchOnWindowFocus: false,
      retry: (failures, error) => isTransient(error) && failures < 2,
      retryDelay: (failures) => secondMs * 2 ** failures,
    },
    // A change that waits for the connection would still be made after the user has canceled it.
    mutations: { networkMode: 'always' },
  },
})
