import { Kbd, Modal, Table } from '@mantine/core'
import { pages } from '../routes.ts'

const general = [
  { keys: '?', text: 'Show these shortcuts' },
  { keys: 'j k', text: 'Next and previous row of a list' },
  { keys: 'Enter', text: 'Open the row' },
  { keys: 'Esc', text: 'Close' },
]

interface Props {
  opened: boolean
  onClose: () => void
}

/** Lists all shortcuts. */
export const ShortcutsHelp = ({ opened, onClose }: Props) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title="Keyboard shortcuts"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <Table variant="vertical">
      <Table.Tbody>
        {[...general, ...pages.map(({ title, shortcut }) => ({ keys: `g ${shortcut}`, text: title }))].map(
          ({ keys, text }) => (
            <Table.Tr key={keys}>
              <Table.Td>{text}</Table.Td>
              <Table.Td ta="right">
                {keys.split(' ').map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  </Modal>
)
