import { notifications } from '@mantine/notifications'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { useRequestDeletion } from '../api/requests.ts'
import { ConfirmButton } from '../shared/confirm-button.tsx'

interface Props {
  request: RequestView
  onDeleted: () => void
}

/** Deletes a request and its files after a confirmation. */
export const DeleteRequest = ({ request: { id, status, file }, onDeleted }: Props) => {
  const deletion = useRequestDeletion(id)
  const remove = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        onDeleted()
        notifications.show({ message: 'The request was deleted.' })
      },
    })
  return (
    <ConfirmButton title="Delete the request?" action="Delete request" mutation={deletion} onConfirm={remove}>
      {status === 'queued' && 'It is canceled, and its hit is refunded. '}
      {file === null
        ? 'It is no longer listed.'
        : 'Its file is deleted too, also for requests that received the same file from the cache.'}
    </ConfirmButton>
  )
}
