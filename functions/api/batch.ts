import { batchRoutes } from '../../lib/http/batches.ts'
import { endpoints } from '../../lib/http/endpoint.ts'
import { batches, followBatch } from '../batches.ts'
import { deps, finalizeDeps } from '../deps.ts'

export const handler = endpoints(batchRoutes({ ...finalizeDeps, batches, followBatch }), deps)
