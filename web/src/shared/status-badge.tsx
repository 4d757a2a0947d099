import { Badge } from '@mantine/core'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { CircleCheck, CircleDashed, CircleX } from './icons.tsx'

type Status = RequestView['status'] | NonNullable<RequestView['webhook']>['status']

const looks = {
  done: { color: 'green', icon: CircleCheck },
  delivered: { color: 'green', icon: CircleCheck },
  queued: { color: 'blue', icon: CircleDashed },
  pending: { color: 'blue', icon: CircleDashed },
  failed: { color: 'red', icon: CircleX },
} as const

interface Props {
  status: Status
  /** A more exact word. */
  children?: string
}

/** The status of a request or of its webhook, in a word, a color and a shape. */
export const StatusBadge = ({ status, children = status }: Props) => {
  const { color, icon: Icon } = looks[status]
  return (
    <Badge color={color} miw="max-content" leftSection={<Icon size={13} aria-hidden />}>
      {children}
    </Badge>
  )
}
