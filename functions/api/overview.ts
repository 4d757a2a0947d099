import { endpoint } from '../../lib/http/endpoint.ts'
import { getOverview } from '../../lib/http/overview.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps, openHits, readPlaces, requests, tasks } from '../deps.ts'

export const handler = endpoint(
  operations.overview,
  getOverview({ ...deps, hits: openHits, readPlaces, requests, tasks, cacheUrl: config.cacheUrl }),
  deps,
)
