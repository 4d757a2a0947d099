import { Select, Text } from '@mantine/core'
import { devices, findDevice } from '../../../lib/schema/devices.ts'
import type { FieldProps } from './parameter-field.tsx'

const sizeOf = (id: string): string => {
  const viewport = findDevice(id)?.viewport
  return viewport ? `${viewport.width}×${viewport.height} @${viewport.deviceScaleFactor}` : ''
}

const data = devices.map(({ id, name }) => ({ value: id, label: name }))

/** Chooses a device by its name. Each option states the viewport and the scale factor. */
export const DevicePicker = ({ value, onChange, ...props }: FieldProps) => (
  <Select
    {...props}
    data={data}
    value={typeof value === 'string' ? value : null}
    onChange={(id) => onChange(id ?? undefined)}
    searchable
    clearable
    clearButtonProps={{ 'aria-label': 'No device' }}
    placeholder="No device"
    nothingFoundMessage="No such device"
    limit={60}
    maxDropdownHeight={320}
    rightSectionPointerEvents="auto"
    renderOption={({ option }) => (
      <>
        <Text size="sm" flex={1}>
          {option.label}
        </Text>
        <Text size="xs" c="dimmed">
          {sizeOf(option.value)}
        </Text>
      </>
    )}
    {...(typeof value === 'string' && {
      rightSection: undefined,
      inputWrapperOrder: ['label', 'description', 'input', 'error'] as const,
    })}
  />
)
