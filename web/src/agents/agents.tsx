import { Anchor, Button, Code, List, Stack, Tabs, Text } from '@mantine/core'
import { Link } from 'wouter'
import { CodeBlock } from '../shared/code-block.tsx'
import { KeyRound, Plug } from '../shared/icons.tsx'
import { Page } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { mcpClients } from './mcp-clients.ts'

/** How an agent uses the service. */
export const Agents = () => (
  <Page
    title="AI agents"
    description="The service is a server of the Model Context Protocol (MCP). An agent that is connected takes screenshots, reads pages as Markdown and creates PDFs."
  >
    <Panel title="1. Give the agent a key">
      <Text size="sm" mb="sm">
        With its own access key, an agent can do no more than the scope allows, and you can delete the key
        alone. Every render of the agent costs a hit.
      </Text>
      <List size="sm" spacing={4} mb="sm">
        <List.Item>
          <Code>render</Code> for screenshots, pages as Markdown, PDFs and snapshots
        </List.Item>
        <List.Item>
          <Code>full</Code> if it also creates tasks and reads the changes of watched pages
        </List.Item>
      </List>
      <Button
        component={Link}
        href="/keys"
        variant="default"
        size="xs"
        leftSection={<KeyRound size={14} aria-hidden />}
      >
        Create a key
      </Button>
    </Panel>
    <Panel title="2. Connect a client">
      <Clients />
    </Panel>
    <Panel title="3. Try it">
      <Text size="sm" mb="sm">
        Ask the agent:
      </Text>
      <CodeBlock
        code="Take a screenshot of https://example.com/ with Stillframe and describe it."
        what="the question"
      />
      <Text size="sm" c="dimmed" mt="sm">
        Tools, limits and errors:{' '}
        <Anchor href="/docs/guides/agents" size="sm" underline="always">
          AI agents in the documentation
        </Anchor>
        . Keys and security shows when its key was used last.
      </Text>
    </Panel>
  </Page>
)

const Clients = () => {
  const clients = mcpClients(location.origin)
  return (
    <Tabs defaultValue={clients[0]?.id ?? ''}>
      <Tabs.List>
        {clients.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clients.map(({ id, name, language, place, code, install }) => (
        <Tabs.Panel key={id} value={id} pt="sm">
          <Stack gap="sm" align="stretch">
            <CodeBlock code={code} language={language} what={`the configuration of ${name}`} title={place} />
            {install && (
              <div>
                <Button
                  component="a"
                  href={install}
                  variant="default"
                  size="xs"
                  leftSection={<Plug size={14} aria-hidden />}
                >
                  Add to {name}
                </Button>
              </div>
            )}
            <Text size="sm" c="dimmed">
              {id === 'vs-code'
                ? 'VS Code asks for the access key once and stores it encrypted.'
                : 'Set ACCESS_KEY in the environment before you start the client.'}
            </Text>
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
