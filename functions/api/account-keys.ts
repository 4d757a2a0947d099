import { rotateKey } from '../../lib/http/account.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { createRotateKey } from '../../lib/jobs/change-account.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps } from '../deps.ts'

export const handler = endpoint(operations.rotate_key, rotateKey(createRotateKey(deps)), deps)
