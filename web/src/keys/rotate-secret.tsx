import { Button, List } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useRotation } from '../api/access-keys.ts'
import { Confirm } from '../shared/confirm.tsx'
import { RefreshCw } from '../shared/icons.tsx'
import { type Created, NewSecret } from './new-secret.tsx'

/** Replaces the secret key after a confirmation. */
export const RotateSecret = ({ mayRotate }: { mayRotate: boolean }) => {
  const [isAsking, ask] = useDisclosure()
  const [created, setCreated] = useState<Created>()
  const rotation = useRotation(true)
  const rotate = () =>
    rotation.mutate(
      { rotate: 'secret' },
      {
        onSuccess: (value) => {
          ask.close()
          setCreated({ value })
        },
      },
    )
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<RefreshCw size={14} aria-hidden />}
        disabled={!mayRotate}
        onClick={ask.open}
        aria-label="Rotate the secret key"
      >
        Rotate
      </Button>
      <Confirm
        opened={isAsking}
        onClose={ask.close}
        title="Rotate the secret key?"
        action="Rotate"
        word="rotate"
        mutation={rotation}
        onConfirm={rotate}
      >
        <List size="sm" spacing={4}>
          <List.Item>
            Signatures that were made with the old key receive 403, published links included.
          </List.Item>
          <List.Item>
            Webhooks are signed with the new key from the next attempt, also those of earlier requests.
            Receivers must use it.
          </List.Item>
        </List>
      </Confirm>
      <NewSecret created={created} onClose={() => setCreated(undefined)} />
    </>
  )
}
