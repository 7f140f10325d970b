import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { StringDecoder } from 'node:string_decoder'

export const KINDS = [
  'classes',
  'merchants',
  'rules',
  'policies',
  'funders',
  'templates',
  'end_users',
  'information',
  'files',
  'transactions',
  'corrections',
  'processing',
  'webhooks',
] as const
export type Kind = (typeof KINDS)[number]

export type Status = 'imported' | 'existing' | 'skipped' | 'failed'

/** What became of one object; `failed` is tried again by the next run. */
export interface Entry {
  /** Heron’s id; of a page of rows the deal’s with the number of the page. */
  id: string
  our?: string | null
  external?: string | null
  status: Status
  reason?: string
  /** Of a page: Heron’s id, ours and the external id of each row. */
  rows?: [string, string | null, string][]
}

/** An entry as it is kept in memory: of a page only how many rows it has. */
type Kept = Omit<Entry, 'rows'> & { count: number }

function toKept({ rows, ...entry }: Entry): Kept {
  // The mark after the last page of a deal is no row.
  return { ...entry, count: rows?.length ?? (entry.id.endsWith('#end') ? 0 : 1) }
}

/**
 * What is done, one file a kind, a line for each object, written after the object is. A process
 * that is killed leaves at most a last line without its end, which counts as not written: the
 * object is sent again under the same idempotency key.
 */
export class Journal {
  readonly folder: string
  readonly #done = new Map<Kind, Map<string, Kept>>()

  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const kind of KINDS) this.#done.set(kind, this.#load(kind))
  }

  #load(kind: Kind): Map<string, Kept> {
    const path = this.path(kind)
    const done = new Map<string, Kept>()
    if (!existsSync(path)) return done
    let last = ''
    for (const line of readLines(path)) {
      const entry = readEntry(line)
      if (entry) done.set(entry.id, toKept(entry))
      last = line
    }
    // The next line must not be glued to half a line.
    if (last !== '') appendFileSync(path, '\n')
    return done
  }

  path(kind: Kind): string {
    return join(this.folder, `${kind}.jsonl`)
  }

  /** What was done before; null for what is to do, or to do again. */
  find(kind: Kind, id: string): Entry | null {
    const entry = this.#done.get(kind)!.get(id)
    return entry && entry.status !== 'failed' ? entry : null
  }

  /** A few deals that are here by this journal: the first and the last. */
  someDeals(): string[] {
    const deals = [...this.#done.get('end_users')!.values()].flatMap(({ our }) => our ?? [])
    return [...new Set([deals.at(0), deals.at(-1)])].filter((id) => id !== undefined)
  }

  note(kind: Kind, entry: Entry): Entry {
    appendFileSync(this.path(kind), `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    this.#done.get(kind)!.set(entry.id, toKept(entry))
    return entry
  }

  /** How many objects ended how; of transactions their rows. */
  counts(): Record<Kind, Record<Status, number>> {
    const count = (kind: Kind) => {
      const counts: Record<Status, number> = { imported: 0, existing: 0, skipped: 0, failed: 0 }
      for (const { status, count } of this.#done.get(kind)!.values()) counts[status] += count
      return counts
    }
    return Object.fromEntries(KINDS.map((kind) => [kind, count(kind)])) as ReturnType<
      Journal['counts']
    >
  }

  /** The last entry of each object of a kind, from the file: rows of a page are not kept. */
  async *entries(kind: Kind): AsyncGenerator<Entry> {
    if (!existsSync(this.path(kind))) return
    const lines = createInterface({ input: createReadStream(this.path(kind)) })
    for await (const line of lines) {
      const entry = readEntry(line)
      if (entry) yield entry
    }
  }

  /** Everything but imported objects, as the report lists it. */
  problems(kind: Kind): Entry[] {
    return [...this.#done.get(kind)!.values()].filter(
      ({ status, reason }) => status !== 'imported' || reason !== undefined,
    )
  }
}

const BLOCK_BYTES = 65_536

/**
 * The lines of a file, the last one also when it is empty; a journal of millions of rows is never
 * in memory as a whole.
 */
function* readLines(path: string): Generator<string> {
  const file = openSync(path, 'r')
  const block = Buffer.alloc(BLOCK_BYTES)
  const decoder = new StringDecoder()
  let half = ''
  try {
    for (let size = readSync(file, block); size > 0; size = readSync(file, block)) {
      const lines = (half + decoder.write(block.subarray(0, size))).split('\n')
      half = lines.pop()!
      yield* lines
    }
  } finally {
    closeSync(file)
  }
  yield half
}

function readEntry(line: string): Entry | null {
  try {
    const entry = JSON.parse(line) as Entry
    return typeof entry.id === 'string' ? entry : null
  } catch {
    return null
  }
}
