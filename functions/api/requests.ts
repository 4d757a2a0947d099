import { toRequestView } from '../../lib/core/requests/request-view.ts'
import { accountOf } from '../../lib/http/call.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { jsonAnswer } from '../../lib/http/response.ts'
import { operations } from '../../lib/schema/operations.ts'
import { readCursor, toCursor } from '../../lib/schema/request-cursor.ts'
import type { RequestList } from '../../lib/schema/requests.ts'
import { config, deps } from '../deps.ts'
import { requests } from '../request-deps.ts'

export const handler = endpoint(
  operations.list_requests,
  async ({ cursor, ...filter }, { call }) => {
    const { records, nextId } = await requests.list(accountOf(call).id, {
      ...filter,
      beforeId: cursor && readCursor(cursor),
    })
    const list: RequestList = {
      requests: records.map((record) => toRequestView(record, config.cacheUrl)),
      cursor: nextId === undefined ? null : toCursor(nextId),
    }
    return jsonAnswer(list)
  },
  deps,
)
