import type { RequestView } from '../../../lib/schema/requests.ts'
import { formatBytes, formatNumber } from '../shared/format.ts'

type Result = Pick<RequestView, 'bytes' | 'duration' | 'height' | 'pages' | 'width'>

/** Returns what is known of a result: `1280 × 4210, 184 KB`. */
export const describeResult = ({ bytes, duration, height, pages, width }: Result): string =>
  [
    width !== null && height !== null && `${width} × ${height}`,
    duration !== null && `${duration} s`,
    pages !== null && (pages === 1 ? '1 page' : `${formatNumber(pages)} pages`),
    bytes !== null && formatBytes(bytes),
  ]
    .filter((part) => part !== false)
    .join(', ')
