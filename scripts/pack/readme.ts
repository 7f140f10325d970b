import { localSetUp } from '../../src/mcp/guide/set-up.ts'

/** What stands beside the program in its package. */
export function packageReadme(): string {
  const { text, format } = localSetUp('http://localhost:3100')
  return `# Tools of Assay for agents

A program that offers the API of an Assay service to agents, over the Model Context Protocol. It needs
Node.js 20 or newer, the address of the service and a key. As a program of agents lists it:

\`\`\`${format}
${text}
\`\`\`

With MCP_TRANSPORT=http it serves many callers on port 3333, each with a key of its own. The page
/docs/agents of the service has the rest.
`
}
