/** Winkler's bonus per letter of a common beginning, and how many letters count. */
const PREFIX_BONUS = 0.1
const PREFIX_MAX = 4

/**
 * Jaro-Winkler similarity of two texts, 0 (nothing in common) to 1 (equal). Two empty texts are
 * not alike: there is nothing to compare (Winkler 1990, as formulas §7.2 uses it).
 */
export function jaroWinkler(left: string, right: string): number {
  const jaro = jaroOf(left, right)
  let prefix = 0
  while (prefix < PREFIX_MAX && left[prefix] !== undefined && left[prefix] === right[prefix])
    prefix += 1
  return jaro + prefix * PREFIX_BONUS * (1 - jaro)
}

function jaroOf(left: string, right: string): number {
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
