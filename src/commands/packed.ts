import { dispatch, type Command } from './dispatch.ts'

export const TOOLS_COMMAND: Command = {
  name: 'mcp',
  summary: 'The tools for agents (MCP), over stdio or, with MCP_TRANSPORT=http, on port 3333',
  load: async () => (await import('./mcp.ts')).serveTools,
}

/** The program of the npm package for the machines of agents, which have nothing of the service. */
export function runPacked(args: string[]): Promise<void> {
  return dispatch({ call: 'assay', commands: [TOOLS_COMMAND] }, args)
}
