import { createHash } from 'node:crypto'

/** Uses after which a statement is worth a plan that is kept. */
const USES_MIN = 10
/** Kept plans cost memory in every connection; about two hundred statements are frequent. */
const NAMES_MAX = 300
/** Texts that are counted at all: those with lists of their own are without end. */
const TEXTS_MAX = 2_000

/**
 * Names for statements that come again and again, so that PostgreSQL parses and plans them once in
 * a connection instead of each time; planning takes longer than most of them run. A name follows
 * from the text: behind a pooler, where another process may have used it, it still means the same.
 */
export class PreparedNames {
  private readonly uses = new Map<string, number>()
  private readonly names = new Map<string, string>()
  private isStopped = false

  /** Null for a statement that is not worth it, or not yet. */
  nameOf(text: string): string | null {
    if (this.isStopped) return null
    return this.names.get(text) ?? this.count(text)
  }

  /** No names any more: a pooler stands before the database that does not keep the statements. */
  stop(): void {
    this.isStopped = true
  }

  private count(text: string): string | null {
    const uses = (this.uses.get(text) ?? 0) + 1
    if (uses === 1 && this.uses.size >= TEXTS_MAX) return null
    this.uses.set(text, uses)
    if (uses < USES_MIN || this.names.size >= NAMES_MAX) return null
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    this.names.set(text, name)
    return name
  }
}
