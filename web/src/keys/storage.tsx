import { Button, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import type { StorageReport } from '../../../lib/schema/storage.ts'
import { type StorageInput, useStorage, useStorageChange } from '../api/storage.ts'
import { Confirm } from '../shared/confirm.tsx'
import { Copy } from '../shared/copy.tsx'
import { Panel } from '../shared/panel.tsx'
import { Loaded } from '../shared/states.tsx'
import { Time } from '../shared/time.tsx'

/** The bucket to which the results of the account are uploaded, with what changes it. */
export const Storage = ({ mayChange }: { mayChange: boolean }) => {
  const [dialog, setDialog] = useState<'set' | 'remove'>()
  const storage = useStorage()
  const close = () => setDialog(undefined)
  return (
    <Panel
      title="Storage"
      aside={
        <Group gap="xs">
          {storage.data?.storage && (
            <Button size="xs" variant="default" disabled={!mayChange} onClick={() => setDialog('remove')}>
              Remove
            </Button>
          )}
          <Button size="xs" disabled={!mayChange} onClick={() => setDialog('set')}>
            {storage.data?.storage ? 'Replace' : 'Set a bucket'}
          </Button>
        </Group>
      }
    >
      <Loaded query={storage}>
        {(report) => (
          <>
            <Facts report={report} />
            <SetStorage report={report} opened={dialog === 'set'} onClose={close} />
            <RemoveStorage opened={dialog === 'remove'} onClose={close} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const Facts = ({ report: { storage } }: { report: StorageReport }) => {
  if (!storage)
    return (
      <Text size="sm" c="dimmed">
        Every stored result can be uploaded to a bucket of yours: Amazon S3, R2, MinIO, or another service
        with the API of S3.
      </Text>
    )
  const rows: [string, ReactNode][] = [
    ['Bucket', storage.bucket],
    ['Endpoint', storage.endpoint ?? 'Amazon S3'],
    ['Region', storage.region],
    ...(storage.bucket_owner === null ? [] : [['Owner', storage.bucket_owner] satisfies [string, ReactNode]]),
    ['Keys', storage.prefix + storage.key_template],
    ['Access', storage.role_arn ?? 'Access key, stored encrypted'],
    ['Tested', <Time key="tested" seconds={storage.tested} />],
  ]
  return (
    <Table>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th>{name}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type Field = keyof StorageInput

interface SetProps {
  report: StorageReport
  opened: boolean
  onClose: () => void
}

const SetStorage = ({ report, opened, onClose }: SetProps) => {
  const change = useStorageChange()
  const { storage, principal, external_id } = report
  const [access, setAccess] = useState<'key' | 'role'>(storage?.role_arn ? 'role' : 'key')
  const [values, setValues] = useState<Partial<Record<Field, string>>>({})
  const start: Partial<Record<Field, string | null>> = storage ?? { key_template: '{date}/{task}/{id}.{ext}' }
  const shownOf = (name: Field) => values[name] ?? start[name] ?? ''
  const text = (name: Field, label: string, more: object = {}) => (
    <TextInput
      label={label}
      value={shownOf(name)}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
      autoComplete="off"
      spellCheck={false}
      {...more}
    />
  )
  const isAmazon = access === 'role' || shownOf('endpoint').trim() === ''
  const names: readonly Field[] = [
    ...(['region', 'bucket', 'prefix', 'key_template'] as const),
    ...(access === 'role'
      ? (['role_arn'] as const)
      : (['endpoint', 'access_key_id', 'secret_access_key'] as const)),
    ...(isAmazon ? (['bucket_owner'] as const) : []),
  ]
  const close = () => {
    setValues({})
    onClose()
  }
  const save = () => {
    const given = names.map((name) => [name, shownOf(name).trim()]).filter(([, value]) => value !== '')
    change.mutate(Object.fromEntries(given) as StorageInput, {
      onSuccess: () => {
        close()
        notifications.show({ message: 'A test object was stored. Results are uploaded from now on.' })
      },
    })
  }
  return (
    <Confirm
      opened={opened}
      onClose={close}
      title="Upload results to a bucket"
      action="Test and save"
      color="indigo"
      mutation={change}
      onConfirm={save}
    >
      <Stack gap="sm">
        {principal !== null && (
          <Select
            label="Access"
            data={[
              { value: 'key', label: 'Access key' },
              { value: 'role', label: 'IAM role (Amazon S3)' },
            ]}
            value={access}
            onChange={(next) => setAccess(next === 'role' ? 'role' : 'key')}
            allowDeselect={false}
          />
        )}
        {access === 'key' && text('endpoint', 'Endpoint', { placeholder: 'Empty for Amazon S3' })}
        <Stack gap="sm">
          {text('bucket', 'Bucket', { required: true, withAsterisk: false })}
          {text('region', 'Region', { placeholder: 'eu-central-1' })}
          {isAmazon && text('bucket_owner', 'Owner', { placeholder: 'AWS account that owns the bucket' })}
          {text('prefix', 'Prefix')}
          {text('key_template', 'Keys')}
        </Stack>
        {access === 'role' ? (
          <>
            {text('role_arn', 'Role', { required: true, withAsterisk: false })}
            <Trust name="Principal" value={principal ?? ''} />
            <Trust name="External id" value={external_id} />
          </>
        ) : (
          <Stack gap="sm">
            {text('access_key_id', 'Access key id', { required: true, withAsterisk: false })}
            {text('secret_access_key', 'Secret access key', {
              ...{ required: true, withAsterisk: false, type: 'password' },
            })}
          </Stack>
        )}
      </Stack>
    </Confirm>
  )
}

const Trust = ({ name, value }: { name: string; value: string }) => (
  <Group gap="xs">
    <Text size="sm">
      {name} for its trust policy: {value}
    </Text>
    <Copy text={value} what={name} />
  </Group>
)

const RemoveStorage = ({ opened, onClose }: Omit<SetProps, 'report'>) => {
  const change = useStorageChange()
  const remove = () =>
    change.mutate(undefined, {
      onSuccess: () => {
        onClose()
        notifications.show({ message: 'The storage was removed.' })
      },
    })
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Remove the storage?"
      action="Remove storage"
      mutation={change}
      onConfirm={remove}
    >
      <Text size="sm">
        Results are no longer uploaded, and uploads that wait for another attempt fail. The objects in the
        bucket stay.
      </Text>
    </Confirm>
  )
}
