/** `166?00GUTSCHRIFT?20`, `020~00PRZELEW`: a code, then parts with two digits behind one sign. */
const CODED = /^\s*\d{0,4}([?~^<>@|#&!])(?=\d{2})/

/** Keys inside the purpose of a transfer; only what stands behind that of the purpose is words. */
const KEY =
  /(?<![A-Z])(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|RREF|ANAM|SQTP|ORCR|DDAT)([+:])\s?/g

/** Whether a narrative (field 86) is of coded parts, whose lines may break anywhere. */
export function isCoded(narrative: string): boolean {
  return CODED.test(narrative)
}

/**
 * The other party's name and the purpose of a narrative of coded parts (DFÜ agreement of the German
 * banks, appendix 3: `?20`–`?29` and `?60`–`?63` purpose, `?32` and `?33` name), else the name of
 * its kind (`?00`); null for any other narrative.
 */
export function readCoded(narrative: string): string | null {
  const sign = CODED.exec(narrative)?.[1]
  if (sign === undefined) return null
  const parts = new Map<number, string>()
  const at = narrative.indexOf(sign)
  for (const piece of narrative.slice(at + 1).split(sign)) {
    const code = /^\d{2}/.exec(piece)?.[0]
    const last = [...parts.keys()].at(-1)
    if (code !== undefined) parts.set(Number(code), piece.slice(2))
    else if (last !== undefined) parts.set(last, `${parts.get(last)!}${sign}${piece}`)
  }
  const pick = ({ from, to }: { from: number; to: number }): string[] =>
    [...parts].filter(([code]) => code >= from && code <= to).map(([, text]) => text)
  const isPolish = sign !== '?' && parts.has(POLISH_NAME.from)
  const name = joinParts([...pick(NAME), ...(isPolish ? pick(POLISH_NAME) : [])])
  const purpose = joinParts([...pick(isPolish ? POLISH_PURPOSE : PURPOSE), ...pick(MORE)])
  const texts = [name.trim(), withoutKeys(purpose).trim()].filter((text) => text !== '')
  return texts.join(' ') || purpose || (parts.get(0) ?? '')
}

/** A part has 27 characters; one with fewer ends with a word. */
const FULL_PART = 27

function joinParts(parts: readonly string[]): string {
  return parts
    .map((part, at) => (at > 0 && parts[at - 1]!.length < FULL_PART ? ` ${part}` : part))
    .join('')
}

const PURPOSE = { from: 20, to: 29 }
/** Polish banks part it elsewhere. */
const POLISH_PURPOSE = { from: 20, to: 26 }
const POLISH_NAME = { from: 27, to: 29 }
const MORE = { from: 60, to: 63 }
const NAME = { from: 32, to: 33 }

/** `EREF+NOTPROVIDED SVWZ+RG 9380`: what stands behind SVWZ, else before the first key. */
function withoutKeys(purpose: string): string {
  const keys = [...purpose.matchAll(KEY)]
  if (keys.length === 0) return purpose
  const wording = keys.findIndex(([, key]) => key === 'SVWZ')
  const key = keys[wording]
  if (key === undefined) return purpose.slice(0, keys[0]!.index)
  return purpose.slice(key.index + key[0].length, keys[wording + 1]?.index)
}
