/**
 * Edit distance with transpositions (optimal string alignment).
 * Used for "did you mean"; inputs are cut at 64 characters so that it cannot be made slow.
 */
export function editDistance(left: string, right: string): number {
  const a = left.slice(0, 64)
  const b = right.slice(0, 64)
  let previous2: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, previous2[j - 2]! + 1)
      row.push(best)
    }
    previous2 = previous
    previous = row
  }
  return previous[b.length]!
}

/** The option nearest to `value` (distance ≤ 3, or sharing a prefix or a word), or null. */
export function nearest(value: string, options: readonly string[]): string | null {
  const wanted = value.toLowerCase()
  const words = new Set(wanted.split(/[^a-z0-9]+/).filter((word) => word.length > 2))
  let best: string | null = null
  let bestScore = 0
  for (const option of options) {
    const score = likeness(wanted, words, option.toLowerCase())
    if (score > bestScore) {
      best = option
      bestScore = score
    }
  }
  return best
}

function likeness(wanted: string, words: ReadonlySet<string>, option: string): number {
  const distance = editDistance(wanted, option)
  if (distance <= Math.min(3, Math.max(1, Math.floor(option.length / 2)))) return 100 - distance
  if (wanted.length > 2 && (option.startsWith(wanted) || wanted.startsWith(option)))
    return 50 - distance / 64
  const shared = option.split(/[^a-z0-9]+/).filter((word) => words.has(word)).length
  return shared === 0 ? 0 : 10 + shared - distance / 64
}

/** `camelCase` to `snake_case`. */
export function toSnake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** `snake_case` to `camelCase`. */
export function toCamel(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
