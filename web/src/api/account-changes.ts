import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountReport } from '../../../lib/schema/account.ts'
import { readApi, requireSigning } from './call-api.ts'
import { queryKeys } from './query-keys.ts'
import { serverNowMs } from './server-clock.ts'

/** A captured change cannot be repeated for long. The service allows five minutes. */
const validSeconds = 240

/** Returns what a signed change states. Reading the generation again would hide that another window has changed the keys. */
export const useStamp = () => {
  const client = useQueryClient()
  return () => ({
    expires: Math.floor(serverNowMs() / 1000) + validSeconds,
    key_generation: client.getQueryData<AccountReport>(queryKeys.account())?.key_generation ?? 0,
  })
}

/** Switches signed requests on or off. */
export const useSigningSwitch = () => {
  const client = useQueryClient()
  const stamp = useStamp()
  return useMutation({
    mutationFn: (isOn: boolean) =>
      readApi<AccountReport>({
        method: 'PATCH',
        path: '/v1/account',
        body: { signed_requests: isOn, ...stamp() },
        sign: 'always',
      }),
    onSuccess: (account) => {
      requireSigning(account.signed_requests)
      client.setQueryData(queryKeys.account(), account)
    },
    onError: () => client.invalidateQueries({ queryKey: queryKeys.account() }),
  })
}
