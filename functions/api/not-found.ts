import { NotFoundError } from '../../lib/base/errors.ts'
import { describeUnknownPath } from '../../lib/core/options/describe-unknown.ts'
import { createHandler } from '../../lib/http/endpoint.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps } from '../deps.ts'

const paths = Object.values(operations).map(({ path }) => path)

export const handler = createHandler('not_found', deps, async ({ path }) => {
  throw new NotFoundError(describeUnknownPath(path, paths))
})
