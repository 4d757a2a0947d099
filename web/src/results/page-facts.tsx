import { Badge, Group, Text } from '@mantine/core'

/** The statuses that pages have often. */
const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

interface Props {
  /** Of the response that the page was, not of the service's. Null for a document that was sent as HTML. */
  status: number | null
  title: string | null
}

/** What the page itself responded. An error page is a successful render. */
export const PageFacts = ({ status, title }: Props) =>
  (status !== null || title) && (
    <Group gap="xs" wrap="nowrap" mb="xs">
      {status !== null && (
        <Badge color={status >= 400 ? 'yellow' : 'gray'} miw="max-content">
          {['Page:', status, reasons[status]].filter(Boolean).join(' ')}
        </Badge>
      )}
      <Text size="sm" truncate>
        {title}
      </Text>
    </Group>
  )
