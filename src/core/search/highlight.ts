import { toSearchWords } from './words.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * A text as HTML with the words that begin with one of these in `<mark>`; null when none does.
 * Everything else is escaped, so that a descriptor is shown and never run.
 */
export function highlight(text: string, beginnings: readonly string[]): string | null {
  let isFound = false
  const html = text.replace(/[\p{L}\p{N}\p{M}]+|[&<>"]/gu, (piece) => {
    const escape = ESCAPES[piece]
    if (escape !== undefined) return escape
    const [word = ''] = toSearchWords(piece)
    if (!beginnings.some((beginning) => word.startsWith(beginning))) return piece
    isFound = true
    return `<mark>${piece}</mark>`
  })
  return isFound ? html : null
}
