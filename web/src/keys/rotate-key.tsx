import { List, Select } from '@mantine/core'
import { useState } from 'react'
import type { KeyView } from '../../../lib/schema/account.ts'
import { useRotation } from '../api/access-keys.ts'
import { Confirm } from '../shared/confirm.tsx'
import type { Created } from './new-secret.tsx'

/** Values are seconds. */
const overlaps = [
  { value: '0', label: 'Immediately' },
  { value: '3600', label: 'After 1 hour' },
  { value: '86400', label: 'After 1 day' },
  { value: '604800', label: 'After 7 days' },
]

interface Props {
  accessKey: KeyView
  isCurrent: boolean
  opened: boolean
  onClose: () => void
  onCreated: (created: Created) => void
}

/** Replaces an access key, which can stay valid while programs are changed. */
export const RotateKey = ({
  accessKey: { id, name, scope },
  isCurrent,
  opened,
  onClose,
  onCreated,
}: Props) => {
  const [overlap, setOverlap] = useState('0')
  const rotation = useRotation(isCurrent)
  const rotate = () =>
    rotation.mutate(
      { rotate: 'access', id, grace_seconds: Number(overlap) },
      {
        onSuccess: (value) => {
          onClose()
          onCreated({ value, scope })
        },
      },
    )
  const isImmediate = overlap === '0'
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={`Rotate the key ${name}?`}
      action="Rotate"
      word="rotate"
      mutation={rotation}
      onConfirm={rotate}
    >
      <Select
        label="The old key ends"
        data={overlaps}
        value={overlap}
        onChange={(next) => next !== null && setOverlap(next)}
        allowDeselect={false}
      />
      <List size="sm" spacing={4}>
        <List.Item>
          {isImmediate
            ? 'Requests with the old key receive 401 immediately.'
            : 'Replace the old key in every program before it ends. Then requests with it receive 401.'}
        </List.Item>
        <List.Item>
          Links that contain the old key stop working {isImmediate ? 'immediately' : 'then'}, signed ones
          included.
        </List.Item>
        {isCurrent && <List.Item>This session continues with the new key.</List.Item>}
      </List>
    </Confirm>
  )
}
