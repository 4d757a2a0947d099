import { Button, Text } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { Confirm } from './confirm.tsx'
import { Trash2 } from './icons.tsx'

type Props = Pick<ComponentProps<typeof Confirm>, 'title' | 'action' | 'children' | 'mutation' | 'onConfirm'>

/** Deletes something after a confirmation, which says in `children` what will happen. */
export const DeleteButton = ({ children, ...props }: Props) => {
  const [isAsking, setAsking] = useState(false)
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
      <Confirm opened={isAsking} onClose={() => setAsking(false)} {...props}>
        <Text size="sm">{children}</Text>
      </Confirm>
    </>
  )
}
