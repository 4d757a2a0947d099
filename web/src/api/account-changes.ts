import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountReport, NewKey } from '../../../lib/schema/account.ts'
import { readSession, signIn } from '../session/session.ts'
import { applySigning, readApi } from './call-api.ts'
import { queryKeys } from './query-keys.ts'
import { serverNowMs } from './server-clock.ts'

/** A captured change cannot be repeated for long. The service allows five minutes. */
const validSeconds = 240

const toExpires = () => Math.floor(serverNowMs() / 1000) + validSeconds

/** Returns the number that a change states. Reading it again would hide that another window has changed the keys. */
const useGeneration = () => {
  const client = useQueryClient()
  return () => client.getQueryData<AccountReport>(queryKeys.account())?.key_generation ?? 0
}

/** Replaces a key. The session has the new one before it is shown. */
export const useRotation = () => {
  const client = useQueryClient()
  const generation = useGeneration()
  return useMutation({
    mutationFn: async (rotate: 'access' | 'secret') => {
      const created = await readApi<NewKey>({
        method: 'POST',
        path: '/v1/account/keys',
        body: { rotate, expires: toExpires(), key_generation: generation() },
        sign: 'always',
      })
      const { keys } = readSession()
      if (keys)
        signIn({
          ...keys,
          ...(created.access_key !== null && { accessKey: created.access_key }),
          ...(created.secret_key !== null && { secretKey: created.secret_key }),
        })
      return created
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.account() }),
  })
}

/** Switches signed requests on or off. */
export const useSigningSwitch = () => {
  const client = useQueryClient()
  const generation = useGeneration()
  return useMutation({
    mutationFn: (isOn: boolean) =>
      readApi<AccountReport>({
        method: 'PATCH',
        path: '/v1/account',
        body: { signed_requests: isOn, expires: toExpires(), key_generation: generation() },
        sign: 'always',
      }),
    onSuccess: (account) => {
      applySigning({ required: account.signed_requests, version: account.signature_version })
      client.setQueryData(queryKeys.account(), account)
    },
    onError: () => client.invalidateQueries({ queryKey: queryKeys.account() }),
  })
}
