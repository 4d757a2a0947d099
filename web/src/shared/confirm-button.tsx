import { Button, Text } from '@mantine/core'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { Confirm } from './confirm.tsx'
import { Trash2 } from './icons.tsx'

interface Props extends Pick<ComponentProps<typeof Confirm>, 'title' | 'action' | 'children' | 'mutation'> {
  label?: string
  icon?: ComponentType<{ size: number; 'aria-hidden': true }>
  /** @param close closes the question, for a page that stays */
  onConfirm: (close: () => void) => void
}

/** Deletes or cancels something after a confirmation, which says in `children` what will happen. */
export const ConfirmButton = ({
  label = 'Delete',
  icon: Icon = Trash2,
  onConfirm,
  children,
  ...props
}: Props) => {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        color="red"
        leftSection={<Icon size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <Confirm opened={isAsking} onClose={close} onConfirm={() => onConfirm(close)} {...props}>
        <Text size="sm">{children}</Text>
      </Confirm>
    </>
  )
}
