import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** A number as the payload writes it, so that no decimal passes through a binary fraction. */
export class Numeral {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The third argument has the digits, which the types of the language do not know yet. */
function keepNumeral(_key: string, value: unknown, ...more: unknown[]): unknown {
  if (typeof value !== 'number') return value
  const [{ source } = {}] = more as [{ source?: string }?]
  return new Numeral(source ?? String(value))
}

/** The value of a JSON text, its numbers as they are written; undefined when it is no JSON. */
export function parseJsonPayload(text: string): unknown {
  try {
    return JSON.parse(text, keepNumeral)
  } catch {
    // A text that is no JSON, or nested deeper than the stack.
    return undefined
  }
}

/** Envelopes of SOAP and reports go some ten elements deep. */
const DEEPEST = 60

const PARSER = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  maxNestedTags: DEEPEST,
  jPath: false,
})

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The elements of an XML text by name, without namespaces and attributes; one that stands several
 * times is a list. The reason instead for a text that declares a document type or an entity, or is
 * not well-formed.
 */
export function parseXmlPayload(text: string): { root: unknown } | { fault: string } {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    return { fault: 'The payload declares a document type or an entity; neither is accepted.' }
  const valid = XMLValidator.validate(text)
  if (valid !== true)
    return { fault: `The XML is not well-formed: ${valid.err.msg} (line ${valid.err.line}).` }
  try {
    return { root: decode(PARSER.parse(text)) }
  } catch {
    return { fault: `The XML cannot be read; its elements may be nested over ${DEEPEST} deep.` }
  }
}

/** The five entities of XML and those of single characters. */
function decode(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/&(#x?[\da-f]+|\w+);/gi, decodeEntity)
  if (Array.isArray(value)) return value.map(decode)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, decode(own)]))
}

const CODE_POINT_MAX = 0x10_ffff

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole
  const isHex = /^#x/i.test(name)
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  return code > 0 && code <= CODE_POINT_MAX ? String.fromCodePoint(code) : whole
}
