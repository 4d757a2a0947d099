import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Overview } from '../../../lib/schema/overview.ts'
import { ApiError } from './api-error.ts'
import { readApi } from './call-api.ts'
import { queryKeys } from './query-keys.ts'

/** The parts of a page that opens read at almost the same time. */
const sharedMs = 3000

const overview = () =>
  queryOptions({
    queryKey: queryKeys.overview(),
    queryFn: ({ signal }) => readApi<Overview>({ path: '/v1/overview', signal }),
    staleTime: sharedMs,
  })

/** Reads everything that the overview shows. */
export const useOverview = () => useQuery(overview())

const isOverview = () => /^\/dashboard\/?$/.test(location.pathname)

/**
 * Reads a part of the overview. On that page, all parts share one call, and on every other page the part has a call. So it has on the
 * overview if the key does not open the rest.
 */
export const readPart = async <T>(
  client: QueryClient,
  part: (overview: Overview) => T | null,
  readAlone: () => Promise<T>,
): Promise<T> => {
  if (!isOverview()) return readAlone()
  try {
    return part(await client.fetchQuery(overview())) ?? (await readAlone())
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) return readAlone()
    throw error
  }
}
