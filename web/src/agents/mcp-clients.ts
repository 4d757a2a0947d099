interface McpClient {
  id: string
  name: string
  language: 'bash' | 'json'
  /** Where the code goes. */
  place: string
  code: string
  /** Opens the client, which asks before it adds the server. */
  install?: string
}

/** Returns how clients of the Model Context Protocol connect to the service, as docs/guides/agents.md says. None of it has a key. */
export const mcpClients = (baseUrl: string): McpClient[] => {
  const url = `${baseUrl}/mcp`
  const cursor = `{
  "mcpServers": {
    "stillframe": {
      "url": "${url}",
      "headers": { "Authorization": "Bearer \${env:ACCESS_KEY}" }
    }
  }
}`
  const vsCode = `{
  "inputs": [
    { "type": "promptString", "id": "stillframe-key", "description": "Stillframe access key", "password": true }
  ],
  "servers": {
    "stillframe": {
      "type": "http",
      "url": "${url}",
      "headers": { "Authorization": "Bearer \${input:stillframe-key}" }
    }
  }
}`
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      language: 'bash',
      place: 'In a terminal',
      code: `claude mcp add --transport http stillframe ${url} \\
  --header "Authorization: Bearer $ACCESS_KEY"`,
    },
    {
      id: 'cursor',
      name: 'Cursor',
      language: 'json',
      place: '.cursor/mcp.json',
      code: cursor,
      install: `cursor://anysphere.cursor-deeplink/mcp/install?name=stillframe&config=${encodeURIComponent(btoa(JSON.stringify(JSON.parse(cursor).mcpServers.stillframe)))}`,
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      language: 'json',
      place: '.vscode/mcp.json',
      code: vsCode,
      install: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(toInstalled(JSON.parse(vsCode))))}`,
    },
  ]
}

interface VsCodeFile {
  inputs: object[]
  servers: { stillframe: object }
}

const toInstalled = ({ inputs, servers }: VsCodeFile) => ({
  name: 'stillframe',
  ...servers.stillframe,
  inputs,
})
