import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UsageHistory, UsageReport } from '../../../lib/schema/usage.ts'
import { readApi } from './call-api.ts'
import { readPart } from './overview.ts'
import { queryKeys } from './query-keys.ts'

/** Reads the hits of this month and the requests of this minute. */
export const useUsage = () =>
  useQuery({
    queryKey: queryKeys.usage(),
    queryFn: ({ client, signal }) =>
      readPart(
        client,
        ({ usage }) => usage,
        () => readApi<UsageReport>({ path: '/v1/usage', sign: 'never', signal }),
      ),
  })

/** Reads the hits of the latest days (UTC) by operation. */
export const useUsageHistory = (days: number) =>
  useQuery({
    queryKey: queryKeys.history(days),
    queryFn: ({ client, signal }) =>
      readPart(
        client,
        ({ history }) => (days === history.days.length ? history : null),
        () =>
          readApi<UsageHistory>({
            path: '/v1/usage/history',
            query: { days: String(days) },
            sign: 'never',
            signal,
          }),
      ),
    placeholderData: keepPreviousData,
  })
