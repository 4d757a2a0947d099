import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeyChanges, KeyList, NewKey, NewKeyOptions } from '../../../lib/schema/account.ts'
import { readSession, signIn } from '../session/session.ts'
import { useStamp } from './account-changes.ts'
import { callApi, readApi } from './call-api.ts'
import { queryKeys } from './query-keys.ts'

const path = '/v1/account/keys'

const listOptions = () =>
  queryOptions({
    queryKey: queryKeys.keys(),
    queryFn: ({ signal }) => readApi<KeyList>({ path, signal }),
  })

/** Reads the access keys of the account, the oldest first. */
export const useAccessKeys = () => useQuery(listOptions())

/** Changes the keys of the account. It is over when the new state of the account was read. */
const useKeyMutation = <Input, Output>(
  change: (input: Input, stamp: ReturnType<ReturnType<typeof useStamp>>) => Promise<Output>,
) => {
  const client = useQueryClient()
  const stamp = useStamp()
  return useMutation({
    mutationFn: (input: Input) => change(input, stamp()),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.account() }),
  })
}

const post = (body: Partial<NewKeyOptions>) => readApi<NewKey>({ method: 'POST', path, body, sign: 'always' })

/** Creates an access key. */
export const useKeyCreation = () =>
  useKeyMutation((key: Pick<NewKeyOptions, 'name' | 'scope' | 'valid_until'>, stamp) =>
    post({ ...key, ...stamp }),
  )

type Rotation = Pick<NewKeyOptions, 'rotate' | 'id' | 'grace_seconds'>

/** Replaces a key. The session has the new one of its keys before it is shown. */
export const useRotation = (isOfSession: boolean) =>
  useKeyMutation(async (rotation: Rotation, stamp) => {
    const { access_key: accessKey, secret_key: secretKey } = await post({ ...rotation, ...stamp })
    const { keys } = readSession()
    if (keys && isOfSession)
      signIn({ ...keys, ...(accessKey !== null && { accessKey }), ...(secretKey !== null && { secretKey }) })
    return accessKey ?? secretKey ?? ''
  })

/** Changes the name or the end of an access key. */
export const useKeyChange = () =>
  useKeyMutation((changes: Pick<KeyChanges, 'id' | 'name' | 'valid_until'>, stamp) =>
    readApi<KeyList>({ method: 'PATCH', path, body: { ...changes, ...stamp }, sign: 'always' }),
  )

/** Deletes an access key. */
export const useKeyDeletion = () =>
  useKeyMutation(async (id: string, { key_generation }) => {
    const query = { id, key_generation: String(key_generation) }
    await callApi({ method: 'DELETE', path, query, sign: 'always' })
  })

/** Returns an access key that links may show, because it opens nothing but signed links. The first link creates it. */
export const useLinksKey = () => {
  const client = useQueryClient()
  const creation = useKeyCreation()
  return async (): Promise<string> => {
    // A key that was deleted elsewhere would make a link that does not work.
    const { keys } = await client.fetchQuery({ ...listOptions(), staleTime: 0 })
    const known = keys.find(({ access_key, valid_until }) => access_key !== null && valid_until === null)
    const key = known ?? (await creation.mutateAsync({ name: 'Signed links', scope: 'links' }))
    return key.access_key ?? ''
  }
}
