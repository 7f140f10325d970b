/** Uses after which a statement is worth a plan that is kept. */
const USES_MIN = 10
/** Kept plans cost memory in every connection; about two hundred statements are frequent. */
const NAMES_MAX = 300
/** Texts that are counted at all: those with lists of their own are without end. */
const TEXTS_MAX = 2_000

/**
 * Names for statements that come again and again, so that PostgreSQL parses and plans them once in
 * a connection instead of each time; planning takes longer than most of them run. Null for a
 * statement that is not worth it, or not yet.
 */
export class PreparedNames {
  private readonly uses = new Map<string, number>()
  private readonly names = new Map<string, string>()

  nameOf(text: string): string | null {
    return this.names.get(text) ?? this.count(text)
  }

  private count(text: string): string | null {
    const uses = (this.uses.get(text) ?? 0) + 1
    if (uses === 1 && this.uses.size >= TEXTS_MAX) return null
    this.uses.set(text, uses)
    if (uses < USES_MIN || this.names.size >= NAMES_MAX) return null
    const name = `s${this.names.size + 1}`
    this.names.set(text, name)
    return name
  }
}
