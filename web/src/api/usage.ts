import { useQuery } from '@tanstack/react-query'
import type { UsageReport } from '../../../lib/schema/usage.ts'
import { readApi } from './call-api.ts'
import { queryKeys } from './query-keys.ts'

/** Reads the hits of this month and the requests of this minute. */
export const useUsage = () =>
  useQuery({
    queryKey: queryKeys.usage(),
    queryFn: ({ signal }) => readApi<UsageReport>({ path: '/v1/usage', sign: 'never', signal }),
  })
