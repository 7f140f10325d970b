import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { packTools } from '../scripts/pack/pack.ts'
import { childEnvironment } from '../src/config.ts'
import type { TestHouse } from './context.ts'

/** What a client sees of one call. */
export interface Called {
  text: string
  isError: boolean
  /** The data of the structured content. */
  data: any
}

/** A client of the protocol, connected to the tools of a house. */
export interface Agent {
  listTools(): Promise<string[]>
  /** What a model reads before the tools. */
  instructions(): string
  /** Everything that is offered, as a client shows it to a model. */
  readOffer(): Promise<unknown[]>
  readResource(uri: string): Promise<string>
  getPrompt(name: string, values: Record<string, string>): Promise<string>
  /** What a client offers for a text that a person types for an argument of a prompt. */
  complete(prompt: string, argument: { name: string; value: string }): Promise<string[]>
  call(name: string, values?: Record<string, unknown>): Promise<Called>
  close(): Promise<void>
}

/** The official library: its second version as a program of today and as one of before, its first. */
export type Library = 'second' | 'second, legacy' | 'first'
export const LIBRARIES: readonly Library[] = ['second', 'second, legacy', 'first']

/** A program that speaks over its input and output. */
interface Command {
  command: string
  args: string[]
}

const OF_THE_SOURCES: Command = {
  command: process.execPath,
  args: [`${import.meta.dirname}/../src/main.ts`, 'mcp'],
}

/** The address of a house that listens, as it does in production. */
export async function openToNetwork(house: TestHouse): Promise<string> {
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(house.app.server.address() as AddressInfo).port}`
}

export function connectOverHttp(
  url: string,
  key: string,
  library: Library = 'second',
): Promise<Agent> {
  const address = new URL(`${url}/mcp`)
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } }
  return library === 'first'
    ? connectFirst(new FirstHttp(address, options))
    : connectSecond(new StreamableHTTPClientTransport(address, options), library)
}

/** A process of `assay mcp`, as a client on somebody's machine starts it. */
export function connectOverStdio(
  settings: Record<string, string>,
  { library = 'second', program = OF_THE_SOURCES }: { library?: Library; program?: Command } = {},
): Promise<Agent> {
  const env = childEnvironment({ MCP_TRANSPORT: 'stdio', ...settings })
  const started = { ...program, env, stderr: 'ignore' as const }
  return library === 'first'
    ? connectFirst(new FirstStdio(started))
    : connectSecond(new StdioClientTransport(started), library)
}

/** Packs the tools and installs the archive in an empty folder, as somebody else's machine has it. */
export async function installPacked(folder: string): Promise<Command> {
  const archive = await packTools(folder)
  writeFileSync(join(folder, 'package.json'), '{}')
  const args = ['install', '--offline', '--no-audit', '--no-fund', archive]
  await promisify(execFile)('npm', args, { cwd: folder, shell: process.platform === 'win32' })
  const [own] = readdirSync(join(folder, 'node_modules', '.bin'))
  return { command: join(folder, 'node_modules', '.bin', own!), args: ['mcp'] }
}

async function connectSecond(
  transport: StreamableHTTPClientTransport | StdioClientTransport,
  library: Library,
): Promise<Agent> {
  const mode = library === 'second' ? 'auto' : 'legacy'
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return toAgent(client)
}

async function connectFirst(transport: FirstHttp | FirstStdio): Promise<Agent> {
  const client = new FirstClient({ name: 'test', version: '1' })
  await client.connect(transport as FirstStdio)
  return toAgent(client as unknown as Client)
}

/** Both versions of the library have these methods, with the same results. */
function toAgent(client: Client): Agent {
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    instructions: () => client.getInstructions() ?? '',
    readOffer: async () => [
      await client.listTools(),
      await client.listPrompts(),
      await client.listResources(),
      await client.listResourceTemplates(),
    ],
    readResource: async (uri) => {
      const { contents } = await client.readResource({ uri })
      return (contents[0] as { text: string }).text
    },
    getPrompt: async (name, values) => {
      const { messages } = await client.getPrompt({ name, arguments: values })
      return (messages[0]!.content as { text: string }).text
    },
    complete: async (name, argument) => {
      const { completion } = await client.complete({ ref: { type: 'ref/prompt', name }, argument })
      return completion.values
    },
    call: async (name, values = {}) => {
      const result = await client.callTool({ name, arguments: values })
      const [first] = result.content as { text: string }[]
      const { data } = (result.structuredContent ?? {}) as { data?: unknown }
      return { text: first?.text ?? '', isError: result.isError === true, data }
    },
    close: () => client.close(),
  }
}
