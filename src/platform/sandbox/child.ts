import { spawn, type ChildProcess } from 'node:child_process'
import { READY_ID, type ResponseLine, type RequestHeader } from './serve-requests.ts'
import type { DocumentTime, SandboxFailure, SandboxLimits, SandboxOutcome } from './outcome.ts'
import { createClock, type DocumentClock } from './document-clock.ts'
import { readUsage } from './usage.ts'
import { CHILD_ENV } from './walls.ts'

/** One process that reads documents, one at a time. */
export interface SandboxChild {
  /** Never rejects once the child has started: whatever then happens is the document's outcome. */
  run(request: object, bytes: Uint8Array, time?: DocumentTime): Promise<SandboxOutcome>
  /** Resolves when the process is gone. */
  kill(): Promise<void>
  /** False when it is dead, has done its share of work, or has grown over a document. */
  canTakeMore(): boolean
}

interface Failure {
  code: SandboxFailure
  message: string
}

interface Waiting {
  id: number
  settle(outcome: SandboxOutcome): void
  clock: DocumentClock
}

const WATCH_MS = 50
/** On the clock; a child that does not even load is no document's fault. */
const START_MS = 120_000
const STDERR_KEPT_CHARS = 4000

/** What Node, V8 and WebAssembly print when memory is refused to them. */
const MEMORY_REFUSED =
  /out of memory|allocation failed|failed to allocate|unable to grow instance memory/i

/**
 * Starts a child and returns when it is ready. Rejects when it ends or hangs before that: a child
 * that cannot even load is our failure, not a document's.
 */
export async function startChild(command: string[], limits: SandboxLimits): Promise<SandboxChild> {
  const child = new Child(command, limits)
  const outcome = await child.start()
  if (outcome.ok) return child
  await child.kill()
  throw new Error(`The sandbox does not start (${outcome.code}): ${outcome.message}`)
}

class Child implements SandboxChild {
  #process: ChildProcess
  #limits: SandboxLimits
  #gone: Promise<void>
  #isGone = false
  #waiting: Waiting | null = null
  #failure: Failure | null = null
  #documentsCount = 0
  #residentMb = 0
  #cpuMs = 0
  #outputBytes = 0
  #line: Buffer[] = []
  #stderrTail = ''

  constructor(command: string[], limits: SandboxLimits) {
    this.#limits = limits
    const [file = '', ...args] = command
    // A process group of its own: Ctrl-C is ours to handle, and the walls can be killed with it.
    this.#process = spawn(file, args, { env: CHILD_ENV, cwd: '/', detached: true })
    this.#gone = new Promise((resolve) => {
      this.#process.once('error', (error) => this.#end(error.message, resolve))
      this.#process.once('close', (code, signal) => this.#end(`${signal ?? code}`, resolve))
    })
    this.#process.stdout?.on('data', (chunk: Buffer) => this.#onOutput(chunk))
    this.#process.stderr?.on('data', (chunk: Buffer) => this.#onStderr(chunk))
    // A dead child's pipe breaks; that it is dead is known by `close`.
    this.#process.stdin?.on('error', () => {})
  }

  start(): Promise<SandboxOutcome> {
    return this.#wait(
      READY_ID,
      createClock({ ...this.#limits, patience: Infinity }, { wallMs: START_MS }),
    )
  }

  run(request: object, bytes: Uint8Array, time: DocumentTime = {}): Promise<SandboxOutcome> {
    this.#documentsCount += 1
    this.#outputBytes = 0
    const id = this.#documentsCount
    const header: RequestHeader = { id, sizeBytes: bytes.length, request }
    const outcome = this.#wait(id, createClock(this.#limits, time))
    this.#process.stdin?.write(`${JSON.stringify(header)}\n`)
    this.#process.stdin?.write(bytes)
    return outcome
  }

  async kill(): Promise<void> {
    this.#signalKill()
    await this.#gone
  }

  canTakeMore(): boolean {
    const { documentsPerChild, extendedCpuMs } = this.#limits
    const isWorn = this.#documentsCount >= documentsPerChild || this.#cpuMs >= extendedCpuMs
    const isFat = this.#residentMb > this.#limits.rssMb / 2
    return !this.#isGone && !this.#failure && !isWorn && !isFat
  }

  /** Under watch until the child responds, breaks a limit or ends. */
  #wait(id: number, clock: DocumentClock): Promise<SandboxOutcome> {
    if (this.#isGone) return Promise.resolve(this.#outcomeOfDeath('before the request'))
    const { promise, resolve } = Promise.withResolvers<SandboxOutcome>()
    const watch = setInterval(() => void this.#watch(clock), WATCH_MS)
    const settle = (outcome: SandboxOutcome): void => {
      clearInterval(watch)
      this.#waiting = null
      resolve(outcome)
    }
    this.#waiting = { id, settle, clock }
    void this.#watch(clock)
    return promise
  }

  async #watch(clock: DocumentClock): Promise<void> {
    const { pid } = this.#process
    const usage = pid === undefined ? null : await readUsage(pid)
    if (this.#waiting?.clock !== clock) return
    const late = clock.check(usage?.cpuMs ?? null)
    if (late) this.#fail(late.code, late.message)
    if (usage === null) return
    this.#residentMb = usage.residentMb
    this.#cpuMs = usage.cpuMs
    if (usage.residentMb <= this.#limits.rssMb) return
    this.#fail('document_memory_limit', `${Math.round(usage.residentMb)} MiB resident`)
  }

  #onOutput(chunk: Buffer): void {
    if (!this.#countOutput(chunk)) return
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      this.#line.push(chunk.subarray(from, end))
      const line = Buffer.concat(this.#line).toString('utf8')
      this.#line = []
      from = end + 1
      this.#onLine(line)
    }
    if (from < chunk.length) this.#line.push(chunk.subarray(from))
  }

  #onLine(line: string): void {
    const response = parseResponse(line)
    if (!response || !this.#waiting || response.id !== this.#waiting.id) {
      this.#fail('document_crashed', `Not a result: ${line.slice(0, 200)}`)
    } else if ('needsMs' in response) this.#waiting.clock.extend(response.needsMs)
    else this.#waiting.settle({ ok: true, value: response.value })
  }

  #onStderr(chunk: Buffer): void {
    if (!this.#countOutput(chunk)) return
    this.#stderrTail = (this.#stderrTail + chunk.toString('utf8')).slice(-STDERR_KEPT_CHARS)
  }

  /** False when the child is being killed, and what it still says no longer counts. */
  #countOutput(chunk: Buffer): boolean {
    this.#outputBytes += chunk.length
    const { outputBytesMax } = this.#limits
    if (this.#outputBytes > outputBytesMax)
      this.#fail('document_output_limit', `More than ${outputBytesMax} bytes`)
    return this.#failure === null
  }

  /** The first failure is the cause; what follows from the kill is not. */
  #fail(code: SandboxFailure, message: string): void {
    this.#failure ??= { code, message }
    this.#line = []
    this.#signalKill()
  }

  #signalKill(): void {
    const { pid } = this.#process
    if (this.#isGone || pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // No process groups (Windows), or the group is gone already.
      this.#process.kill('SIGKILL')
    }
  }

  #end(how: string, resolve: () => void): void {
    this.#isGone = true
    this.#waiting?.settle(this.#outcomeOfDeath(how))
    resolve()
  }

  #outcomeOfDeath(how: string): SandboxOutcome {
    if (this.#failure) return { ok: false, ...this.#failure }
    const message = `Ended by ${how} ${this.#stderrTail}`.trim()
    if (how === 'SIGXCPU') return { ok: false, code: 'document_timeout', message }
    const isMemory = MEMORY_REFUSED.test(this.#stderrTail)
    return { ok: false, code: isMemory ? 'document_memory_limit' : 'document_crashed', message }
  }
}

function parseResponse(line: string): ResponseLine | null {
  try {
    const response = JSON.parse(line) as { id?: unknown; needsMs?: unknown } | null
    const isLine = response !== null && ('value' in response || Number.isFinite(response.needsMs))
    return isLine && typeof response.id === 'number' ? (response as ResponseLine) : null
  } catch {
    return null
  }
}
