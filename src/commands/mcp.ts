import { createServer } from 'node:http'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { ConfigError, loadToolSettings, type ToolSettings } from '../config.ts'
import { didYouMean } from '../core/values/text.ts'
import { sendOverHttp } from '../mcp/calls/api.ts'
import type { Selection } from '../mcp/catalogue.ts'
import { createHttpTools, splitNames } from '../mcp/http/serve.ts'
import { createServer as createToolServer } from '../mcp/server.ts'
import { TOOLSETS } from '../mcp/tools/index.ts'
import { toAddress } from './checks.ts'
import { atStep } from './step.ts'

/** The tools for agents, in a process that knows the API by its address alone. */
export async function serveTools(): Promise<void> {
  const settings = loadToolSettings()
  if (settings.transport === 'http') await serveOverHttp(settings)
  else serveOverStdio(settings)
}

/** Nothing but messages of the protocol may be printed: a client reads the output. */
function serveOverStdio(settings: ToolSettings): void {
  const { key, apiUrl, filesRoot } = settings
  const session = {
    send: sendOverHttp(apiUrl),
    key,
    selection: select(settings, true),
    filesRoot,
    now: Date.now,
  }
  if (key === null) report('SERVICE_API_KEY is not set: the tools are listed, and no call works.')
  serveStdio(() => createToolServer(session), { onerror: report })
}

async function serveOverHttp(settings: ToolSettings): Promise<void> {
  const { host, port, publicUrl, apiUrl, allowedOrigins } = settings
  const send = sendOverHttp(apiUrl)
  const selection = select(settings, false)
  const serving = { publicUrl, apiUrl, allowedOrigins, selection, now: Date.now, onTrouble: report }
  const tools = createHttpTools(serving)
  const server = createServer((request, response) => {
    void tools.handle({ request, response, send })
  })
  await atStep('listen', toAddress({ host, port }), async () => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  })
  report(`Assay’s tools are at ${publicUrl}/mcp, for the API at ${apiUrl}.`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      server.close()
      server.closeIdleConnections()
      void tools.close()
    })
  }
}

function select({ toolsets, isReadOnly }: ToolSettings, mayReadFiles: boolean): Selection {
  const names = splitNames(toolsets)
  const known = Object.keys(TOOLSETS)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const near = didYouMean(unknown, known)
    throw new ConfigError([
      `MCP_TOOLSETS has no toolset ${unknown}.${near} It takes ${known.join(', ')}.`,
    ])
  }
  return { toolsets: names.length === 0 ? null : names, isReadOnly, mayReadFiles }
}

function report(trouble: unknown): void {
  process.stderr.write(`${trouble instanceof Error ? trouble.message : String(trouble)}\n`)
}
