import { toExternalId, toStorageView } from '../core/access/account-storage.ts'
import { type ChangeStorageDeps, createDeleteStorage, createPutStorage } from '../jobs/change-storage.ts'
import { operations } from '../schema/operations.ts'
import type { StorageReport } from '../schema/storage.ts'
import type { Account } from '../store/accounts.ts'
import { accountOf } from './call.ts'
import { type Route, route } from './endpoint.ts'
import { jsonResponse, noContent } from './response.ts'

interface Deps extends ChangeStorageDeps {
  stage: string
}

/** Returns the operations of `/v1/account/storage`. */
export const storageRoutes = ({ stage, ...deps }: Deps): [Route, ...Route[]] => {
  const putStorage = createPutStorage(deps)
  const deleteStorage = createDeleteStorage(deps)
  const respond = async (account: Account) =>
    jsonResponse({
      storage: toStorageView(account.storage),
      external_id: toExternalId(stage, await deps.accounts.drawExternalId(account)),
      principal: deps.principal ?? null,
    } satisfies StorageReport)
  return [
    route(operations.get_storage, async (_options, { call }) => respond(accountOf(call))),
    route(operations.put_storage, async (options, { call }) =>
      respond(await putStorage(accountOf(call), options)),
    ),
    route(operations.delete_storage, async (options, { call }) => {
      await deleteStorage(accountOf(call), options)
      return noContent()
    }),
  ]
}
