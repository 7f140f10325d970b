/** What stands beside the program in its package. */
export function packageReadme(): string {
  return `# Tools of Assay for agents

A program that offers the API of an Assay service to agents, over
the Model Context Protocol. It needs Node.js 20 or newer, the address of the service and a key.

\`\`\`sh
SERVICE_API_URL=http://localhost:3100 SERVICE_API_KEY=svc_test_… npx assay mcp
\`\`\`
`
}
