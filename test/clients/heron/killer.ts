import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const COMMAND = new URL('../../../clients/typescript/src/migrate/heron/command.ts', import.meta.url)
  .href
const PROGRAM = `
const { importHeron } = await import(${JSON.stringify(COMMAND)})
const print = () => {}
process.exitCode = await importHeron(process.argv.slice(1), {
  environment: process.env, print, printError: (line) => console.error(line) })`

/** Where a process is killed: its nth write, before it arrives or after it was carried out. */
export interface KillPoint {
  write: number
  when: 'before' | 'after'
}

export interface Attempt {
  /** Null for a process that was killed. */
  code: number | null
  writes: number
  output: string
}

/** A way to the service on which the process behind it can be killed in the middle of a write. */
export interface Killer {
  run(
    args: string[],
    environment: Record<string, string>,
    point: KillPoint | null,
  ): Promise<Attempt>
  close(): Promise<void>
}

export async function startKiller(target: string): Promise<Killer> {
  const state: State = { child: null, point: null, writes: 0 }
  const server = createServer((request, response) => forward(state, { target, request, response }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    run: (args, environment, point) => {
      Object.assign(state, { point, writes: 0 })
      return attempt(state, args, { ...environment, SERVICE_API_URL: url })
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface State {
  child: ChildProcess | null
  point: KillPoint | null
  writes: number
}

function attempt(
  state: State,
  args: string[],
  environment: Record<string, string>,
): Promise<Attempt> {
  const own = ['--no-warnings', '--input-type=module', '-e', PROGRAM, '--', ...args]
  const child = spawn(process.execPath, own, { env: { ...process.env, ...environment } })
  state.child = child
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) =>
    child.on('exit', (code) => resolve({ code, writes: state.writes, output })),
  )
}

interface Exchange {
  target: string
  request: IncomingMessage
  response: ServerResponse
}

function forward(state: State, { target, request, response }: Exchange): void {
  const isWrite = request.method !== 'GET'
  if (isWrite) state.writes += 1
  const isPoint = isWrite && state.writes === state.point?.write
  if (isPoint && state.point!.when === 'before') {
    state.child!.kill('SIGKILL')
    return
  }
  const options = { method: request.method!, headers: request.headers }
  const onward = send(new URL(request.url!, target), options, (received) => {
    const chunks: Buffer[] = []
    received.on('data', (chunk: Buffer) => chunks.push(chunk))
    received.on('end', () => {
      if (isPoint) state.child!.kill('SIGKILL')
      else response.writeHead(received.statusCode!, received.headers).end(Buffer.concat(chunks))
    })
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}
