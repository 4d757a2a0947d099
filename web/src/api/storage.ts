import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StorageOptions, StorageReport } from '../../../lib/schema/storage.ts'
import { useStamp } from './account-changes.ts'
import { callApi, readApi } from './call-api.ts'
import { queryKeys } from './query-keys.ts'

const path = '/v1/account/storage'

/** Reads the bucket to which the results of the account are uploaded. */
export const useStorage = () =>
  useQuery({
    queryKey: queryKeys.storage(),
    queryFn: ({ signal }) => readApi<StorageReport>({ path, signal }),
  })

export type StorageInput = Omit<StorageOptions, 'expires' | 'key_generation'>

/** Sets the storage, or removes it without an input. */
export const useStorageChange = () => {
  const client = useQueryClient()
  const stamp = useStamp()
  return useMutation({
    mutationFn: async (input: StorageInput | undefined) => {
      const { expires, key_generation } = stamp()
      if (input) {
        const body = { ...input, expires, key_generation }
        await readApi<StorageReport>({ method: 'PUT', path, body, sign: 'always' })
        return
      }
      const query = { key_generation: String(key_generation) }
      await callApi({ method: 'DELETE', path, query, sign: 'always' })
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.account() }),
  })
}
