import { decodeText } from '../../../src/core/statements/formats/decode/decode-text.ts'
import type { Cents } from '../../../src/core/values/money.ts'
import { joined, numberPart, type Part, type SplitFile } from './part.ts'

// "name":   "text"   -12.50   [ , { …
const TOKENS = /"(?:[^"\\]|\\.)*"(?:\s*:)?|\d+(?:\.\d+)?|[^"\d]+/g

/** Names of values stay, and so does what is neither text nor number. */
export function takeJson(bytes: Uint8Array, known: ReadonlySet<Cents>): SplitFile {
  const tokens = decodeText(bytes).match(TOKENS) ?? []
  return joined(tokens.map((text) => toPart(text, known)))
}

function toPart(text: string, known: ReadonlySet<Cents>): Part {
  if (/^\d/.test(text)) return numberPart(text, known) ?? { text }
  return text.startsWith('"') && !text.endsWith(':') ? { text } : { text, is: 'kept' }
}
