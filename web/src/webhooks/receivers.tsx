import { Stack, Tabs } from '@mantine/core'
import go from '../../../docs/examples/receiver.go?raw'
import node from '../../../docs/examples/receiver.mjs?raw'
import php from '../../../docs/examples/receiver.php?raw'
import python from '../../../docs/examples/receiver.py?raw'
import { CodeBlock } from '../shared/code-block.tsx'

/** The programs of the guide. The last word of a command is the file. */
const receivers = [
  { name: 'Node', language: 'javascript', code: node, command: 'node receiver.mjs' },
  { name: 'Python', language: 'python', code: python, command: 'python3 receiver.py' },
  { name: 'PHP', language: 'php', code: php, command: 'php -S 127.0.0.1:$PORT receiver.php' },
  { name: 'Go', language: 'go', code: go, command: 'go run receiver.go' },
] as const

/** Programs that receive webhooks, in four languages. */
export const Receivers = () => (
  <Tabs defaultValue={receivers[0].name}>
    <Tabs.List>
      {receivers.map(({ name }) => (
        <Tabs.Tab key={name} value={name}>
          {name}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {receivers.map(({ name, language, code, command }) => (
      <Tabs.Panel key={name} value={name} pt="sm">
        <Stack gap="xs">
          <CodeBlock
            code={code.trimEnd()}
            language={language}
            what={`the receiver in ${name}`}
            title={command.slice(command.lastIndexOf(' ') + 1)}
          />
          <CodeBlock
            code={`export PORT=8080 SECRET_KEY='<the secret key>'\n${command}`}
            language="bash"
            what="the command"
            title="Start it"
          />
        </Stack>
      </Tabs.Panel>
    ))}
  </Tabs>
)
