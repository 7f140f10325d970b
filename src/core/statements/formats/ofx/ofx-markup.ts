import { decodeEntities } from '../decode/decode-entities.ts'

/** An aggregate of an OFX file: its own values and the aggregates inside it, in file order. */
export interface OfxNode {
  name: string
  /** The first value of each element by upper-case name, unknown aggregates included. */
  values: Map<string, string>
  children: OfxNode[]
}

/**
 * The aggregates that give a value its meaning (OFX 2.2 sections 3 and 11). Everything else counts
 * as an element, so that the unclosed elements of OFX 1 and aggregates of a bank's own need no
 * case: their contents belong to the aggregate around them.
 */
const AGGREGATES: ReadonlySet<string> = new Set([
  'OFX', 'SONRS', 'FI', 'STATUS', 'STMTRS', 'CCSTMTRS', 'INVSTMTRS', 'LOANSTMTRS', 'BANKACCTFROM',
  'CCACCTFROM', 'INVACCTFROM', 'LOANACCTFROM', 'BANKTRANLIST', 'BANKTRANLISTP', 'INVTRANLIST',
  'STMTTRN', 'STMTTRNP', 'LEDGERBAL', 'AVAILBAL', 'BANKACCTTO', 'CCACCTTO', 'PAYEE', 'CURRENCY',
  'ORIGCURRENCY',
]) // prettier-ignore

/**
 * The tree of an OFX 1 (SGML, unclosed elements) or OFX 2 (XML) document in one pass over the text.
 * Closing tags without an opening one are ignored; an aggregate that opens again inside itself was
 * not closed and ends there. Null when the text declares a document type, which OFX never does.
 */
export function readMarkup(text: string): OfxNode | null {
  const root: OfxNode = { name: '', values: new Map(), children: [] }
  const open = [root]
  for (let at = text.indexOf('<'); at >= 0;) {
    if (/^<!(?:DOCTYPE|ENTITY)/i.test(text.slice(at, at + 10))) return null
    const tag = tagAt(text, at)
    const { content, next } = contentAfter(text, tag ? tag.end : skipOther(text, at))
    if (tag?.isClosing) closeAggregate(open, tag.name)
    else if (tag) openTag(open, tag.name, content)
    at = next
  }
  return root
}

/** All aggregates of these names below a node, in file order. */
export function findAll(node: OfxNode, ...names: string[]): OfxNode[] {
  return node.children.flatMap((child) =>
    names.includes(child.name) ? [child] : findAll(child, ...names),
  )
}

interface Tag {
  name: string
  isClosing: boolean
  end: number
}

/** Names of tags are short; anything longer is text with a `<` in it. */
const LONGEST_TAG = 80

function tagAt(text: string, at: number): Tag | null {
  // <STMTTRN>, </STMTTRN>, <INTU.BID>, <MEMO/>
  const match = /^<(\/?)([A-Za-z][\w.:-]*)\s*\/?>/.exec(text.slice(at, at + LONGEST_TAG))
  if (!match) return null
  return { name: match[2]!.toUpperCase(), isClosing: match[1] === '/', end: at + match[0].length }
}

/** Skips a comment; a declaration or processing instruction holds no `<` and is skipped as text. */
function skipOther(text: string, at: number): number {
  if (!text.startsWith('<!--', at)) return at + 1
  const end = text.indexOf('-->', at)
  return end < 0 ? text.length : end
}

/** The text up to the next tag, or that of a CDATA section, and where the next tag is. */
function contentAfter(text: string, from: number): { content: string; next: number } {
  const next = nextTag(text, from)
  if (next < 0) return { content: decodeEntities(text.slice(from)), next }
  if (!text.startsWith('<![CDATA[', next))
    return { content: decodeEntities(text.slice(from, next)), next }
  const end = text.indexOf(']]>', next)
  if (end < 0) return { content: text.slice(next + 9), next: -1 }
  return { content: text.slice(next + 9, end), next: nextTag(text, end) }
}

/** The next `<` that begins a tag, comment or declaration; `<` before a blank or digit is text. */
function nextTag(text: string, from: number): number {
  let at = text.indexOf('<', from)
  while (at >= 0 && !/[A-Za-z/!?]/.test(text[at + 1] ?? '')) at = text.indexOf('<', at + 1)
  return at
}

function openTag(open: OfxNode[], name: string, content: string): void {
  if (!AGGREGATES.has(name)) {
    const value = content.trim()
    const { values } = open.at(-1)!
    if (value !== '' && !values.has(name)) values.set(name, value)
    return
  }
  closeAggregate(open, name)
  const node: OfxNode = { name, values: new Map(), children: [] }
  open.at(-1)!.children.push(node)
  open.push(node)
}

function closeAggregate(open: OfxNode[], name: string): void {
  const at = open.findLastIndex((node) => node.name === name)
  if (at > 0) open.length = at
}
