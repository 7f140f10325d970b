/** What a block printed that its page does not show, as sentences; empty when all is as shown. */
export function findDifferences(expected: readonly string[], output: string): string[] {
  if (expected.length === 0)
    return /"error":\s*\{/.test(output) ? [`an error that is not shown: ${shorten(output)}`] : []
  const given = expected.length === 1 ? [output.trim()] : output.trim().split('\n')
  if (given.length !== expected.length)
    return [`${given.length} outputs, ${expected.length} are shown: ${shorten(output)}`]
  return expected.flatMap((one, at) => compareText(one, given[at]!))
}

function compareText(expected: string, given: string): string[] {
  const [wanted, found] = [parse(expected), parse(given)]
  if (wanted === undefined || found === undefined) {
    const isSame = matches(expected.trim(), given)
    return isSame ? [] : [`printed ${shorten(given)}, shown is ${expected}`]
  }
  return compareValue('', wanted, found)
}

/** JSON, in which a bare … stands for whatever else there is. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(/(^|[\s,:[])…(?=[\s,}\]]|$)/g, '$1"…"'))
  } catch {
    return undefined
  }
}

/** A text in which … stands for anything, and any space for any other. */
function matches(expected: string, given: string): boolean {
  const parts = squeeze(expected)
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(squeeze(given))
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function compareValue(place: string, wanted: unknown, found: unknown): string[] {
  if (wanted === '…') return []
  if (Array.isArray(wanted)) return compareList(place, wanted, found)
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof found !== 'object' || found === null) return [differ(place, wanted, found)]
    return Object.entries(wanted).flatMap(([name, value]) =>
      compareValue(`${place}.${name}`, value, (found as Record<string, unknown>)[name]),
    )
  }
  if (typeof wanted === 'string' && typeof found === 'string' && matches(wanted, found)) return []
  return wanted === found ? [] : [differ(place, wanted, found)]
}

/** A list that ends with … may go on. */
function compareList(place: string, wanted: readonly unknown[], found: unknown): string[] {
  const isOpen = wanted.at(-1) === '…'
  const shown = isOpen ? wanted.slice(0, -1) : wanted
  if (
    !Array.isArray(found) ||
    found.length < shown.length ||
    (!isOpen && found.length > shown.length)
  )
    return [differ(place, wanted, found)]
  return shown.flatMap((value, at) => compareValue(`${place}[${at}]`, value, found[at]))
}

function differ(place: string, wanted: unknown, found: unknown): string {
  return `${place || 'it'} is ${shorten(JSON.stringify(found) ?? 'absent')}, shown is ${shorten(JSON.stringify(wanted))}`
}

function shorten(text: string): string {
  return text.length > 1500 ? `${text.slice(0, 1500)} …` : text
}
