import { startChild, type SandboxChild } from './child.ts'
import {
  SANDBOX_LIMITS,
  type DocumentTime,
  type SandboxLimits,
  type SandboxOutcome,
} from './outcome.ts'
import { childCommand, findWalls, type ChildPlan, type Walls } from './walls.ts'

/** How documents are read by a process that is not ours. */
export interface SandboxOptions extends Omit<ChildPlan, 'limits'> {
  /** Over those of `SANDBOX_LIMITS`. */
  limits?: Partial<SandboxLimits>
  /** How many children may run side by side; each is started when first needed. Default 2. */
  size?: number
  /** A child without work ends after this, to give its memory back. Default 60 s. */
  idleMs?: number
  /** Gets one line when this machine lacks a wall. */
  log: (line: string) => void
}

export interface RunOptions extends DocumentTime {
  signal?: AbortSignal | undefined
}

/** Reads documents in children that can be killed, so that none can harm us or one another. */
export interface Sandbox {
  /**
   * Hands one document to a child. Whatever the document does to it is an outcome; a rejection is
   * our own failure (no child starts, `close`) or the caller's `signal`, and may be retried.
   */
  run(request: object, bytes: Uint8Array, options?: RunOptions): Promise<SandboxOutcome>
  /**
   * Has a child wait for the next document, where none does: the first of a process then starts
   * before there is one, and one that was replaced before the next. A failure shows in that run.
   */
  warm(): void
  /** The walls around each child, such as `permission+prlimit+unprivileged+unshare`. */
  level(): Promise<string>
  /** The children now, and how those before them ended. */
  readers(): Readers
  /** Kills all children; documents in their hands are rejected, not failed. */
  close(): Promise<void>
}

interface Readers {
  busy: number
  idle: number
  /** Recycled: had done its share. Killed: with the document or the job in its hands. */
  ended: Record<'recycled' | 'killed' | 'idle', number>
}

/** A place for one child; empty until one is needed. */
interface Slot {
  child: SandboxChild | null
  idleTimer: NodeJS.Timeout | null
}

/** A pool of children. Starts nothing by itself. */
export function createSandbox(options: SandboxOptions): Sandbox {
  return new Pool(options)
}

class Pool implements Sandbox {
  #plan: ChildPlan
  #idleMs: number
  #log: (line: string) => void
  #walls: Promise<Walls> | null = null
  #slots: Slot[]
  #free: Slot[]
  #waiting: PromiseWithResolvers<Slot>[] = []
  #running = new Set<Promise<unknown>>()
  #isClosed = false
  #ended: Readers['ended'] = { recycled: 0, killed: 0, idle: 0 }

  constructor({ size = 2, idleMs = 60_000, limits, log, ...plan }: SandboxOptions) {
    this.#plan = { ...plan, limits: { ...SANDBOX_LIMITS, ...limits } }
    this.#idleMs = idleMs
    this.#log = log
    this.#slots = Array.from({ length: size }, () => ({ child: null, idleTimer: null }))
    this.#free = [...this.#slots]
  }

  run(request: object, bytes: Uint8Array, options: RunOptions = {}): Promise<SandboxOutcome> {
    const running = this.#runInSlot(request, bytes, options)
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  warm(): void {
    const isReady = this.#slots.some(({ child }) => child?.canTakeMore())
    const slot = this.#isClosed || isReady ? null : this.#takeFree()
    if (slot === null) return
    const starting = this.#startIn(slot)
    this.#running.add(starting)
    void starting.finally(() => this.#running.delete(starting))
  }

  async level(): Promise<string> {
    const walls = await this.#findWalls()
    return walls.level
  }

  readers(): Readers {
    const alive = this.#slots.filter(({ child }) => child !== null)
    const idle = alive.filter((slot) => this.#free.includes(slot)).length
    return { busy: alive.length - idle, idle, ended: { ...this.#ended } }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const waiting of this.#waiting.splice(0)) waiting.reject(closedError())
    await Promise.all(this.#slots.map(empty))
    // A child that was still starting is killed by the run that started it.
    await Promise.allSettled(this.#running)
  }

  async #runInSlot(
    request: object,
    bytes: Uint8Array,
    { signal, ...time }: RunOptions,
  ): Promise<SandboxOutcome> {
    const slot = await this.#take(signal)
    let hasRead = false
    const kill = (): void => void slot.child?.kill()
    signal?.addEventListener('abort', kill)
    try {
      // A child may have died while it had nothing to do.
      if (!slot.child?.canTakeMore()) slot.child = await this.#start()
      this.#throwIfStopped(signal)
      const outcome = await slot.child.run(request, bytes, time)
      this.#throwIfStopped(signal)
      hasRead = outcome.ok
      return outcome
    } finally {
      signal?.removeEventListener('abort', kill)
      this.#countEnd(slot, hasRead)
      await this.#giveBack(slot)
      if (slot.child === null && this.#waiting.length === 0) this.warm()
    }
  }

  #findWalls(): Promise<Walls> {
    this.#walls ??= findWalls(this.#plan).then((walls) => {
      const { level, missing } = walls
      if (missing.length > 0) this.#log(`${level}; not working here: ${missing.join(', ')}`)
      return walls
    })
    return this.#walls
  }

  async #start(): Promise<SandboxChild> {
    const command = childCommand(await this.#findWalls(), this.#plan)
    return startChild(command, this.#plan.limits)
  }

  async #startIn(slot: Slot): Promise<void> {
    try {
      slot.child = await this.#start()
    } catch (error) {
      this.#log(`no child waits for the next document: ${String(error)}`)
    }
    await this.#giveBack(slot)
  }

  async #take(signal?: AbortSignal): Promise<Slot> {
    this.#throwIfStopped(signal)
    const slot = this.#takeFree()
    if (slot) return slot
    const waiting = Promise.withResolvers<Slot>()
    const giveUp = (): void => {
      this.#waiting = this.#waiting.filter((each) => each !== waiting)
      waiting.reject(signal?.reason)
    }
    this.#waiting.push(waiting)
    signal?.addEventListener('abort', giveUp)
    return waiting.promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  /** A child that is warm already is worth more than an empty place. */
  #takeFree(): Slot | null {
    const slot = this.#free.find(({ child }) => child?.canTakeMore()) ?? this.#free[0]
    if (!slot) return null
    this.#free = this.#free.filter((each) => each !== slot)
    if (slot.idleTimer) clearTimeout(slot.idleTimer)
    return slot
  }

  #countEnd({ child }: Slot, hasRead: boolean): void {
    if (child === null || child.canTakeMore()) return
    this.#ended[hasRead ? 'recycled' : 'killed'] += 1
  }

  #rest(slot: Slot): void {
    this.#ended.idle += 1
    void empty(slot)
  }

  async #giveBack(slot: Slot): Promise<void> {
    if (this.#isClosed || !slot.child?.canTakeMore()) await empty(slot)
    const next = this.#waiting.shift()
    if (next) {
      next.resolve(slot)
      return
    }
    this.#free.push(slot)
    if (slot.child) slot.idleTimer = setTimeout(() => this.#rest(slot), this.#idleMs)
  }

  #throwIfStopped(signal?: AbortSignal): void {
    signal?.throwIfAborted()
    if (this.#isClosed) throw closedError()
  }
}

async function empty(slot: Slot): Promise<void> {
  const { child, idleTimer } = slot
  slot.child = null
  if (idleTimer) clearTimeout(idleTimer)
  await child?.kill()
}

function closedError(): Error {
  return new Error('The sandbox is closed')
}
