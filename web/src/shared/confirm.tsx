import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ErrorState } from './states.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen. */
  children: ReactNode
  /** The word on the button. */
  action: string
  /** Must be typed before the button works. */
  word?: string
  /** Of the button. Red for what cannot be undone. */
  color?: string
  mutation: { isPending: boolean; error: Error | null; reset: () => void }
  onConfirm: () => void
}

/** Asks before a change, and shows why it failed. */
export const Confirm = (props: Props) => {
  const { opened, onClose, title, children, action, word, color = 'red', mutation, onConfirm } = props
  const [typed, setTyped] = useState('')
  const close = () => {
    // The change is already on its way, and its result must be seen.
    if (mutation.isPending) return
    setTyped('')
    mutation.reset()
    onClose()
  }
  const isReady = word === undefined || typed.trim() === word
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    setTyped('')
    onConfirm()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      withCloseButton={!mutation.isPending}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack>
          {children}
          {word !== undefined && (
            <TextInput
              label={`Type ${word} to confirm`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          )}
          {mutation.error && <ErrorState error={mutation.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={mutation.isPending}>
              Cancel
            </Button>
            <Button type="submit" color={color} disabled={!isReady} loading={mutation.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
