/** How one program of agents is set up, ready to be copied. */
export interface SetUp {
  program: string
  /** Where the text belongs. */
  place: string
  format: 'sh' | 'json' | 'toml'
  text: string
}

const KEY = 'SERVICE_API_KEY'

/** Over HTTP, for the address of a service: nothing is installed. */
export function setUpsFor(url: string): SetUp[] {
  const address = `${url}/mcp`
  return [
    {
      program: 'Claude Code',
      place: 'a terminal',
      format: 'sh',
      text: `claude mcp add --transport http assay ${address} --header "Authorization: Bearer $${KEY}"`,
    },
    {
      program: 'Cursor',
      place: '.cursor/mcp.json, or ~/.cursor/mcp.json for all projects',
      format: 'json',
      text: toJson({
        mcpServers: {
          assay: { url: address, headers: { Authorization: `Bearer \${env:${KEY}}` } },
        },
      }),
    },
    {
      program: 'VS Code',
      place: '.vscode/mcp.json; the key is typed once',
      format: 'json',
      text: toJson({
        inputs: [{ type: 'promptString', id: 'key', description: 'Key of Assay', password: true }],
        servers: {
          assay: { type: 'http', url: address, headers: { Authorization: 'Bearer ${input:key}' } },
        },
      }),
    },
    {
      program: 'Codex',
      place: '~/.codex/config.toml',
      format: 'toml',
      text: ['[mcp_servers.assay]', `url = "${address}"`, `bearer_token_env_var = "${KEY}"`].join(
        '\n',
      ),
    },
  ]
}

/** Over stdio, where files of the own machine are uploaded by their path. */
export function localSetUp(url: string): SetUp {
  return {
    program: 'any of them, over stdio',
    place: 'their list of servers, here that of Cursor and of Claude Desktop',
    format: 'json',
    text: toJson({
      mcpServers: {
        assay: {
          command: 'assay',
          args: ['mcp'],
          env: { SERVICE_API_URL: url, [KEY]: 'svc_test_…', MCP_FILES_ROOT: '/path/of/statements' },
        },
      },
    }),
  }
}

/** The official Inspector, which shows a person what an agent sees. */
export function inspectorCall(url: string): string {
  return (
    `npx -y @modelcontextprotocol/inspector --cli ${url}/mcp --transport http ` +
    `--header "X-Api-Key: $KEY" --method tools/list | jq '.tools | length'`
  )
}

function toJson(value: object): string {
  return JSON.stringify(value, null, 2)
}
