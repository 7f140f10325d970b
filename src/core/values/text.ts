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

/** ` Did you mean monthly?` to end a message with; empty when no option is near. */
export function didYouMean(value: string, options: readonly string[]): string {
  const near = nearest(value, options)
  return near === null ? '' : ` Did you mean ${near}?`
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

/** Legal forms and fillers, which many business names share. */
const SUFFIXES = new Set([
  'llc',
  'inc',
  'incorporated',
  'corp',
  'corporation',
  'co',
  'company',
  'lp',
  'llp',
  'ltd',
  'dba',
  'the',
])

/** `The Maple Leaf Bakery, L.L.C.` as `maple leaf bakery`; the empty text for no name. */
export function normalizeName(name: string | null | undefined): string {
  return (name ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}.'’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => !SUFFIXES.has(word))
    .join(' ')
}

/** Winkler's bonus per letter of a common beginning, and how many letters count. */
const PREFIX_BONUS = 0.1
const PREFIX_MAX = 4

/**
 * Jaro-Winkler similarity of two texts, 0 (nothing in common) to 1 (equal). Two empty texts are
 * not alike: there is nothing to compare (Winkler 1990, as formulas §7.2 uses it).
 */
export function jaroWinkler(left: string, right: string): number {
  const jaro = computeJaro(left, right)
  let prefix = 0
  while (prefix < PREFIX_MAX && left[prefix] !== undefined && left[prefix] === right[prefix])
    prefix += 1
  return jaro + prefix * PREFIX_BONUS * (1 - jaro)
}

function computeJaro(left: string, right: string): number {
  if (left === '' || right === '') return 0
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1)
  const taken = new Set<number>()
  const ours: string[] = []
  for (const [place, letter] of [...left].entries()) {
    const found = findFree(right, letter, { from: place - reach, to: place + reach, taken })
    if (found === -1) continue
    taken.add(found)
    ours.push(letter)
  }
  if (ours.length === 0) return 0
  const theirs = [...taken].toSorted((a, b) => a - b).map((place) => right[place])
  const outOfOrder = ours.filter((letter, place) => letter !== theirs[place]).length
  const { length } = ours
  return (length / left.length + length / right.length + (length - outOfOrder / 2) / length) / 3
}

function findFree(
  text: string,
  letter: string,
  range: { from: number; to: number; taken: Set<number> },
): number {
  for (
    let place = Math.max(0, range.from);
    place <= Math.min(text.length - 1, range.to);
    place += 1
  ) {
    if (text[place] === letter && !range.taken.has(place)) return place
  }
  return -1
}

/** The name of a lender without what lenders append to theirs, to find it in another spelling. */
export function toLenderKey(name: string): string {
  return name
    .toUpperCase()
    .replaceAll(/\b(LLC|INC|CORP|CO|LTD|CAPITAL|FUNDING|FINANCIAL|GROUP)\b|[^A-Z0-9]/g, '')
}

/** Whether two such keys may be of one lender: one is a part of the other. */
export function isSameLender(left: string, right: string): boolean {
  return left !== '' && right !== '' && (left.includes(right) || right.includes(left))
}

/** `1 row`, `1,400 rows` */
export function formatCounted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** How what has no label of its own is shown: `account_number` as `Account number`. */
export function formatLabel(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
