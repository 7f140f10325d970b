import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { decodeEntities } from '../decode/decode-entities.ts'

/** An element: its children by name, its attributes as `@name`, its own text as `#text`. */
export interface XmlNode {
  [name: string]: unknown
}

/** The messages of ISO 20022 go some twenty elements deep. */
const DEEPEST = 60

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  maxNestedTags: DEEPEST,
  // Building the path of every element as text took most of the time.
  jPath: false,
})

/**
 * The tree of an XML document without its namespaces. A text that declares a document type or an
 * entity, that is not well-formed (cut short, say) or nested too deeply yields the reason instead.
 * Entities are never expanded but the five of XML and those of single characters.
 */
export function parseXml(text: string): XmlNode | { fault: string } {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    return { fault: 'The file declares a document type, which bank messages have none of.' }
  const valid = XMLValidator.validate(text)
  if (valid !== true)
    return { fault: `The XML is not well-formed: ${valid.err.msg} (line ${valid.err.line}).` }
  try {
    return PARSER.parse(text) as XmlNode
  } catch {
    return { fault: `The XML cannot be read; its elements may be nested over ${DEEPEST} deep.` }
  }
}

/** The elements at a path, in file order; every step may repeat. */
export function nodesAt(node: XmlNode, ...path: string[]): XmlNode[] {
  return path.reduce<XmlNode[]>(
    (nodes, name) => nodes.flatMap((each) => toArray(each[name]).map(asNode)),
    [node],
  )
}

/** The text of the first element at a path that has any, else null. */
export function textAt(node: XmlNode, ...path: string[]): string | null {
  return textsAt(node, ...path)[0] ?? null
}

/** The texts of all elements at a path, without the empty ones. */
export function textsAt(node: XmlNode, ...path: string[]): string[] {
  return nodesAt(node, ...path)
    .map((each) => each['#text'])
    .filter((text) => typeof text === 'string')
    .map((text) => decodeEntities(text).replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
}

/** All elements of these names, wherever an envelope has put them. */
export function findNodes(node: XmlNode, names: readonly string[]): XmlNode[] {
  return Object.entries(node).flatMap(([name, value]) =>
    toArray(value).flatMap((each) => {
      if (typeof each !== 'object' || each === null) return []
      return names.includes(name) ? [asNode(each)] : findNodes(each as XmlNode, names)
    }),
  )
}

function toArray(value: unknown): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

/** An element that holds text alone is a text; here it is an element like any other. */
function asNode(value: unknown): XmlNode {
  return typeof value === 'object' && value !== null ? (value as XmlNode) : { '#text': value }
}
