import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { serveRequests, type RequestTime } from '../../../src/platform/sandbox/serve-requests.ts'

/** What a hostile document could make the reader do, by name. */
interface HostileRequest {
  act: keyof typeof ACTS
  path?: string
  port?: number
  waitMs?: number
}

/** Distinguishes one child from another; behind a pid namespace all have the same pid. */
const IDENTITY = randomUUID()

const ACTS = {
  echo: (_: HostileRequest, bytes: Uint8Array) => Buffer.from(bytes).toString('latin1'),
  sizeBytes: (_: HostileRequest, bytes: Uint8Array) => bytes.length,
  identity: () => IDENTITY,
  interfaces: () => Object.keys(networkInterfaces()),
  uid: () => process.getuid?.() ?? null,
  environment: () => process.env,
  requestTime: async ({ waitMs }: HostileRequest, _: Uint8Array, requestTime: RequestTime) => {
    requestTime(waitMs! * 2)
    // Lets the line leave before the work begins.
    await new Promise((resolve) => setTimeout(resolve, 20))
    return work(waitMs!)
  },
  work: ({ waitMs }: HostileRequest) => work(waitMs!),
  freeze: () => process.kill(process.pid, 'SIGSTOP'),
  wait: ({ waitMs }: HostileRequest) => new Promise((resolve) => setTimeout(resolve, waitMs)),
  /** When it began and ended, by the clock that all children share. */
  span: async ({ waitMs }: HostileRequest) => {
    const beganAt = Date.now()
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return [beganAt, Date.now()]
  },
  throw: () => {
    throw new Error('a bug in the reader')
  },
  rejectLater: () => {
    void Promise.reject(new Error('nobody awaits this'))
    return new Promise(() => {})
  },
  abort: () => process.abort(),
  exitQuietly: () => process.exit(0),
  sendGarbage: () => {
    process.stdout.write('%PDF-1.7\n')
    return new Promise(() => {})
  },
  replyForAnother: () => {
    process.stdout.write(`${JSON.stringify({ id: 999, value: 'forged' })}\n`)
    return new Promise(() => {})
  },
  print: () => {
    // oxlint-disable-next-line no-console
    console.log('a library that prints')
    return 'printed'
  },
  loop: () => {
    for (;;);
  },
  balloonBuffers: () => {
    const held: Buffer[] = []
    for (;;) held.push(Buffer.alloc(8 * 1024 * 1024, held.length))
  },
  balloonHeap: () => {
    const held: number[][] = []
    for (;;) {
      const row: number[] = []
      row.length = 1_000_000
      held.push(row.fill(1))
    }
  },
  floodStdout: () => flood(process.stdout),
  floodStderr: () => flood(process.stderr),
  replyTooMuch: () => 'x'.repeat(8 * 1024 * 1024),
  readFile: ({ path }: HostileRequest) => attempt(() => readFileSync(path!, 'utf8')),
  writeFile: ({ path }: HostileRequest) => attempt(() => writeFileSync(path!, 'x')),
  spawn: () => attempt(() => spawnSync('/bin/true').status),
  // oxlint-disable-next-line no-implied-eval -- what the sandbox must refuse
  evaluate: () => attempt(() => new Function('return 1')()),
  connect: ({ port }: HostileRequest) => attempt(() => connected(port!)),
  lookup: () => attempt(() => lookup('localhost')),
}

await serveRequests((request, bytes, requestTime) => {
  const hostile = request as HostileRequest
  return ACTS[hostile.act](hostile, bytes, requestTime)
})

/** Takes so much of a processor, however long that takes. */
function work(milliseconds: number): string {
  const start = process.cpuUsage()
  const used = (): number => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  while (used() < milliseconds);
  return 'done'
}

async function attempt(act: () => unknown): Promise<string> {
  try {
    await act()
    return 'allowed'
  } catch (error) {
    return `refused: ${(error as NodeJS.ErrnoException).code ?? String(error)}`
  }
}

async function flood(output: NodeJS.WriteStream): Promise<never> {
  const chunk = 'x'.repeat(65_536)
  for (;;) await new Promise((resolve) => output.write(chunk, resolve))
}

function connected(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    connect(port, '127.0.0.1').once('connect', resolve).once('error', reject)
  })
}
