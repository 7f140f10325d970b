import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { childEnvironment } from '../src/config.ts'
import type { TestHouse } from './context.ts'

/** What a client sees of one call. */
export interface Called {
  text: string
  isError: boolean
  /** The data of the structured content. */
  data: any
}

/** The official client of the protocol, connected to the tools of a house. */
export interface Agent {
  client: Client
  call(name: string, values?: Record<string, unknown>): Promise<Called>
  close(): Promise<void>
}

type Era = 'auto' | 'legacy'

/** The address of a house that listens, as it does in production. */
export async function openToNetwork(house: TestHouse): Promise<string> {
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(house.app.server.address() as AddressInfo).port}`
}

export async function connectOverHttp(url: string, key: string, era: Era = 'auto'): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  return connect(transport, era)
}

/** A process of `assay mcp`, as a client on somebody's machine starts it. */
export async function connectOverStdio(
  settings: Record<string, string>,
  era: Era = 'auto',
): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${import.meta.dirname}/../src/main.ts`, 'mcp'],
    env: childEnvironment({ MCP_TRANSPORT: 'stdio', ...settings }),
    stderr: 'ignore',
  })
  return connect(transport, era)
}

async function connect(
  transport: StreamableHTTPClientTransport | StdioClientTransport,
  mode: Era,
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    call: async (name, values = {}) => {
      const result = await client.callTool({ name, arguments: values })
      const [first] = result.content as { text: string }[]
      const { data } = (result.structuredContent ?? {}) as { data?: unknown }
      return { text: first?.text ?? '', isError: result.isError === true, data }
    },
    close: () => client.close(),
  }
}
