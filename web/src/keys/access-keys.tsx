import { ActionIcon, Badge, Button, Menu, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { KeyView } from '../../../lib/schema/account.ts'
import { useAccessKeys } from '../api/access-keys.ts'
import { useSession } from '../session/session.ts'
import { Copy } from '../shared/copy.tsx'
import { formatDate } from '../shared/format.ts'
import { Ellipsis, Pencil, Plus, RefreshCw, Trash2 } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { Loaded } from '../shared/states.tsx'
import { useNowSeconds } from '../shared/time.tsx'
import { DeleteKey } from './delete-key.tsx'
import { EditKey, NewKey } from './key-form.tsx'
import { describeExpiry, describeLastUse, findSessionKey } from './key-state.ts'
import classes from './keys.module.css'
import { type Created, NewSecret } from './new-secret.tsx'
import { RotateKey } from './rotate-key.tsx'

type Dialog = 'edit' | 'rotate' | 'delete'

/** A key whose dialog is open. */
interface Selected {
  accessKey: KeyView
  /** Whether this session uses it. */
  isCurrent: boolean
}

/** The access keys of the account, with what changes them. */
export const AccessKeys = ({ mayChange }: { mayChange: boolean }) => {
  const sessionKey = useSession().keys?.accessKey ?? ''
  const [dialog, setDialog] = useState<Dialog | 'new'>()
  // Stays when a dialog closes, and when its key is no longer listed.
  const [selected, setSelected] = useState<Selected>()
  const [created, setCreated] = useState<Created>()
  const close = () => setDialog(undefined)
  const props = (name: Dialog | 'new') => ({ opened: dialog === name, onClose: close })
  return (
    <Panel
      title="All access keys"
      aside={
        <Button
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={!mayChange}
          onClick={() => setDialog('new')}
        >
          New key
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        Give each program, colleague and published link its own key, which opens no more than it needs.
      </Text>
      <Loaded query={useAccessKeys()}>
        {({ keys }) => {
          const current = findSessionKey(keys, sessionKey)
          return (
            <ul className={classes.list}>
              {keys.map((accessKey) => (
                <Row
                  key={accessKey.id}
                  accessKey={accessKey}
                  isCurrent={accessKey === current}
                  mayChange={mayChange}
                  onAct={(name) => {
                    setSelected({ accessKey, isCurrent: accessKey === current })
                    setDialog(name)
                  }}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <NewKey {...props('new')} onCreated={setCreated} />
      {selected && (
        <Fragment key={selected.accessKey.id}>
          <EditKey {...selected} {...props('edit')} />
          <RotateKey {...selected} {...props('rotate')} onCreated={setCreated} />
          <DeleteKey {...selected} {...props('delete')} />
        </Fragment>
      )}
      <NewSecret created={created} onClose={() => setCreated(undefined)} />
    </Panel>
  )
}

interface RowProps extends Selected {
  mayChange: boolean
  onAct: (dialog: Dialog) => void
}

const Row = ({ accessKey, isCurrent, mayChange, onAct }: RowProps) => {
  const { id, name, scope, created, last_used, valid_until, access_key } = accessKey
  const now = useNowSeconds()
  const expiry = describeExpiry(valid_until, now)
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <div className={classes.names}>
          <Text span fw={600} className={classes.name}>
            {name}
          </Text>
          <Badge color="gray">{scope}</Badge>
          {isCurrent && <Badge>this session</Badge>}
          {expiry.color && <Badge color={expiry.color}>{expiry.text}</Badge>}
        </div>
        <Text size="sm" c="dimmed">
          <span className={classes.id}>{id}…</span>, {describeLastUse(last_used, now)}, created{' '}
          {formatDate(created)}
          {!expiry.color && `, ${expiry.text}`}
        </Text>
      </div>
      {access_key !== null && <Copy text={access_key} what={`the key ${name}`} />}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" disabled={!mayChange} aria-label={`Actions of ${name}`}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Pencil size={16} />} onClick={() => onAct('edit')}>
            Edit
          </Menu.Item>
          <Menu.Item leftSection={<RefreshCw size={16} />} onClick={() => onAct('rotate')}>
            Rotate
          </Menu.Item>
          <Menu.Item leftSection={<Trash2 size={16} />} color="red" onClick={() => onAct('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
