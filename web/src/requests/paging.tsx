import { Button, Group, Text } from '@mantine/core'
import { useSearchParams } from 'wouter'

/** Leads to the older and the newest page of a list, whose cursor is a parameter of the address. @param cursor of the next page */
export const Paging = ({ cursor }: { cursor: string | null }) => {
  const [search, setSearch] = useSearchParams()
  const isFirst = !search.has('cursor')
  const go = (to: string | null) => {
    setSearch((previous) => {
      const next = new URLSearchParams(previous)
      if (to === null) next.delete('cursor')
      else next.set('cursor', to)
      return next
    })
    scrollTo(0, 0)
  }
  if (isFirst && cursor === null) return null
  return (
    <Group justify="space-between">
      <Button variant="default" size="xs" disabled={isFirst} onClick={() => go(null)}>
        Newest
      </Button>
      {!isFirst && (
        <Text size="xs" c="dimmed">
          Older pages do not update automatically.
        </Text>
      )}
      <Button variant="default" size="xs" disabled={cursor === null} onClick={() => go(cursor)}>
        Older
      </Button>
    </Group>
  )
}
