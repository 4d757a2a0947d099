import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type KeyView, keyNameMax } from '../../../lib/schema/account.ts'
import { type KeyScope, keyScopes } from '../../../lib/schema/key-scopes.ts'
import { useKeyChange, useKeyCreation } from '../api/access-keys.ts'
import { serverNowMs } from '../api/server-clock.ts'
import { Confirm } from '../shared/confirm.tsx'
import { formatDate } from '../shared/format.ts'
import { scopeTexts } from './key-state.ts'
import type { Created } from './new-secret.tsx'

const daySeconds = 86_400

/** Values are seconds. 0 is no end, as in the API. */
const lifetimes = [
  { value: '0', label: 'Never' },
  ...[7, 30, 90, 365].map((days) => ({ value: String(days * daySeconds), label: `In ${days} days` })),
]

const unchanged = 'unchanged'

/** Returns the time at which a key that is valid for so long becomes invalid. */
const toEnd = (lifetime: string) =>
  lifetime === '0' ? 0 : Math.floor(serverNowMs() / 1000) + Number(lifetime)

interface NameProps {
  name: string
  onChange: (name: string) => void
}

const NameField = ({ name, onChange }: NameProps) => (
  <TextInput
    label="Name"
    description="For example the program that uses the key."
    value={name}
    onChange={(event) => onChange(event.currentTarget.value)}
    maxLength={keyNameMax}
    autoComplete="off"
    data-autofocus
    required
    withAsterisk={false}
  />
)

interface ExpiryProps {
  lifetime: string
  /** When the key expires now, in Unix seconds. */
  was?: number | null
  onChange: (lifetime: string) => void
}

const ExpiryField = ({ lifetime, was = null, onChange }: ExpiryProps) => (
  <Select
    label="Expires"
    data={was === null ? lifetimes : [{ value: unchanged, label: formatDate(was) }, ...lifetimes]}
    value={lifetime}
    onChange={(next) => next !== null && onChange(next)}
    allowDeselect={false}
  />
)

interface NewProps {
  opened: boolean
  onClose: () => void
  onCreated: (created: Created) => void
}

/** Asks for the name, the scope and the end of a new access key. */
export const NewKey = ({ opened, onClose, onCreated }: NewProps) => {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<KeyScope>('render')
  const [lifetime, setLifetime] = useState('0')
  const creation = useKeyCreation()
  const create = () =>
    creation.mutate(
      { name: name.trim(), scope, valid_until: toEnd(lifetime) },
      {
        onSuccess: ({ access_key }) => {
          onClose()
          setName('')
          onCreated({ value: access_key ?? '', scope })
        },
      },
    )
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="New access key"
      action="Create key"
      color="indigo"
      mutation={creation}
      onConfirm={create}
    >
      <NameField name={name} onChange={setName} />
      <Select
        label="Scope"
        description={scopeTexts[scope]}
        data={keyScopes}
        value={scope}
        onChange={(next) => next !== null && setScope(next)}
        allowDeselect={false}
      />
      <ExpiryField lifetime={lifetime} onChange={setLifetime} />
    </Confirm>
  )
}

interface EditProps {
  accessKey: KeyView
  opened: boolean
  onClose: () => void
}

/** Changes the name and the end of an access key. */
export const EditKey = ({ accessKey, opened, onClose }: EditProps) => {
  const { id, valid_until } = accessKey
  // Undefined while it is as it was.
  const [typed, setTyped] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const change = useKeyChange()
  const name = typed ?? accessKey.name
  const close = () => {
    setTyped(undefined)
    setChosen(undefined)
    onClose()
  }
  const save = () =>
    change.mutate(
      { id, name: name.trim(), ...(chosen !== undefined && { valid_until: toEnd(chosen) }) },
      { onSuccess: close },
    )
  return (
    <Confirm
      opened={opened}
      onClose={close}
      title="Edit the access key"
      action="Save"
      color="indigo"
      mutation={change}
      onConfirm={save}
    >
      <NameField name={name} onChange={setTyped} />
      <ExpiryField
        lifetime={chosen ?? (valid_until === null ? '0' : unchanged)}
        was={valid_until}
        onChange={(next) => setChosen(next === unchanged ? undefined : next)}
      />
    </Confirm>
  )
}
