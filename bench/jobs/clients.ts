import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CLIENTS, LANGUAGES } from '../../test/clients/languages.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured, type Target } from '../harness.ts'

const CALLS = 3000
const FILE_BYTES = 50 * 1024 * 1024
const FOLDER = join(import.meta.dirname, '../clients')

interface Client {
  language: string
  command: string[]
  env: Record<string, string>
  goal: string
}

const ALL: readonly Client[] = [
  {
    language: 'TypeScript',
    command: [process.execPath, `${FOLDER}/calls.ts`],
    env: {},
    goal: '≤ 0.15 ms',
  },
  {
    language: 'Python',
    command: ['python3', '-B', `${FOLDER}/calls.py`],
    env: { PYTHONPATH: `${CLIENTS}/python/src` },
    goal: '≤ 0.3 ms',
  },
]

/** What the published clients cost whoever calls with them; the other side responds at once. */
export const clientsJob: Job = {
  name: 'clients',
  meaning:
    'what a client adds to a call, beside what its language brings for HTTP, in turn on kept connections; by how much its memory grows at most as it sends a file of 50 MB',
  run: async (rounds) => {
    const clients = ALL.filter(({ language }) => isHere(language))
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
    const file = join(folder, 'large.pdf')
    await writeFile(file, Buffer.alloc(FILE_BYTES, 'assay '))
    const server = createServer(respond).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const ours = () => measureAll(clients, { url, file })
      return await compare(clients.flatMap(listTargets), { rounds, ours })
    } finally {
      server.close()
      await rm(folder, { recursive: true })
    }
  },
}

function isHere(language: string): boolean {
  return LANGUAGES.some(({ name, skip }) => name === language && skip === false)
}

function listTargets({ language, goal }: Client): Target[] {
  return [
    { name: `a call in ${language}, more than without the client`, unit: 'ms', goal },
    { name: `memory of an upload of 50 MB in ${language}`, unit: 'MiB', goal: '≤ 20 MiB' },
  ]
}

async function measureAll(
  clients: readonly Client[],
  { url, file }: { url: string; file: string },
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const client of clients) {
    measured.push(await measure(client, ['calls', url, String(CALLS)]))
    received = 0
    measured.push(await measure(client, ['upload', url, file]))
    if (received < FILE_BYTES) throw new Error(`${client.language} sent ${received} bytes`)
  }
  return measured
}

async function measure({ command, env }: Client, args: string[]): Promise<Measured> {
  const [program, ...rest] = command as [string, ...string[]]
  const options = { env: { ...process.env, ...env } }
  const { stdout } = await promisify(execFile)(program, [...rest, ...args], options)
  return { value: Number(stdout) }
}

/** Bytes of bodies since it was last set. */
let received = 0
const BODY = JSON.stringify({ data: { id: 'one', name: 'Harbor Street Deli' }, meta: {} })
const HEADERS = { 'content-type': 'application/json', 'x-request-id': 'req_1' }

function respond(request: IncomingMessage, response: ServerResponse): void {
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  request.on('end', () => response.writeHead(200, HEADERS).end(BODY))
}
