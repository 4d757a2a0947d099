import { List } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { KeyView } from '../../../lib/schema/account.ts'
import { useKeyDeletion } from '../api/access-keys.ts'
import { Confirm } from '../shared/confirm.tsx'

interface Props {
  accessKey: KeyView
  isCurrent: boolean
  opened: boolean
  onClose: () => void
}

/** Deletes an access key after a confirmation. */
export const DeleteKey = ({ accessKey: { id, name, scope }, isCurrent, opened, onClose }: Props) => {
  const deletion = useKeyDeletion()
  const remove = () =>
    deletion.mutate(id, {
      onSuccess: () => {
        onClose()
        notifications.show({ message: `The key ${name} was deleted.` })
      },
    })
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={`Delete the key ${name}?`}
      action="Delete key"
      mutation={deletion}
      onConfirm={remove}
    >
      <List size="sm" spacing={4}>
        <List.Item>
          {scope === 'links'
            ? 'All links with this key stop working immediately.'
            : 'Requests with this key receive 401 immediately.'}
        </List.Item>
        {isCurrent && <List.Item>This session uses the key, and ends.</List.Item>}
      </List>
    </Confirm>
  )
}
