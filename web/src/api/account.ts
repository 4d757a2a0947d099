import { useQuery } from '@tanstack/react-query'
import type { AccountReport } from '../../../lib/schema/account.ts'
import { readApi, requireSigning } from './call-api.ts'
import { readPart } from './overview.ts'
import { queryKeys } from './query-keys.ts'

const minuteMs = 60_000

/** Reads the account and its settings. */
export const useAccount = () =>
  useQuery({
    queryKey: queryKeys.account(),
    queryFn: async ({ client, signal }) => {
      const account = await readPart(
        client,
        (overview) => overview.account,
        () => readApi<AccountReport>({ path: '/v1/account', signal }),
      )
      requireSigning(account.signed_requests)
      return account
    },
    staleTime: 5 * minuteMs,
  })
