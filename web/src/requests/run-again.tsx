import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { Play } from '../shared/icons.tsx'

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Returns the URL of the playground with the parameters of a request. Those that are not kept are missing. */
const toPlayground = ({ operation, url, options }: RequestView): string => {
  // The playground shows the result, so it does not render in the background.
  const values = Object.entries(options)
    .filter(([name]) => name !== 'async')
    .map(([name, value]): [string, string] => [name, toText(value)])
  return `/playground?${new URLSearchParams([['operation', operation], ...(url === null ? [] : [['url', url]]), ...values])}`
}

/** Opens the playground with the parameters of a request. */
export const RunAgain = ({ request }: { request: RequestView }) => (
  <Button
    component={Link}
    href={toPlayground(request)}
    variant="default"
    size="xs"
    leftSection={<Play size={14} aria-hidden />}
  >
    Run again in the playground
  </Button>
)
