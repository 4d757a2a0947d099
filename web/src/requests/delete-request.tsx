import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { useRequestDeletion } from '../api/requests.ts'
import { Confirm } from '../shared/confirm.tsx'

interface Props {
  request: RequestView
  onDeleted: () => void
}

/** Deletes a request and its files after a confirmation. */
export const DeleteRequest = ({ request: { id, status, file }, onDeleted }: Props) => {
  const [isAsking, setAsking] = useState(false)
  const deletion = useRequestDeletion(id)
  const remove = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        onDeleted()
        notifications.show({ message: 'The request was deleted.' })
      },
    })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        color="red"
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Delete the request?"
        action="Delete request"
        mutation={deletion}
        onConfirm={remove}
      >
        <Text size="sm">
          {status === 'queued' && 'It is canceled, and its hit is refunded. '}
          {file === null
            ? 'It is no longer listed.'
            : 'Its file is deleted too, also for requests that received the same file from the cache.'}
        </Text>
      </Confirm>
    </>
  )
}
