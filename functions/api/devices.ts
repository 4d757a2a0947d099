import { endpoint } from '../../lib/http/endpoint.ts'
import { jsonResponse } from '../../lib/http/response.ts'
import { devices } from '../../lib/schema/devices.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps } from '../deps.ts'

export const handler = endpoint(operations.devices, async () => jsonResponse({ devices }), deps)
