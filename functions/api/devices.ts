import { jsonAnswer } from '../../lib/http/answer.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { devices } from '../../lib/schema/devices.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps } from '../deps.ts'

export const handler = endpoint(operations.devices, async () => jsonAnswer({ devices }), deps)
