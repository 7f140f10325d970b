import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'

/** Elements that draw, and nothing that loads, links, scripts or animates (SVG 2). */
const ELEMENTS = new Set([
  'svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'style', 'path', 'rect', 'circle', 'ellipse',
  'line', 'polyline', 'polygon', 'text', 'tspan', 'linearGradient', 'radialGradient', 'stop',
  'clipPath', 'mask', 'pattern',
]) // prettier-ignore

const ATTRIBUTES = new Set([
  'xmlns', 'xmlns:xlink', 'version', 'viewBox', 'preserveAspectRatio', 'width', 'height', 'x', 'y',
  'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'd', 'points', 'dx', 'dy', 'id',
  'class', 'style', 'transform', 'href', 'xlink:href', 'offset', 'stop-color', 'stop-opacity', 'fill',
  'fill-opacity', 'fill-rule', 'clip-path', 'clip-rule', 'clipPathUnits', 'mask', 'maskUnits',
  'maskContentUnits', 'patternUnits', 'patternContentUnits', 'patternTransform', 'gradientUnits',
  'gradientTransform', 'spreadMethod', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap',
  'stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'opacity', 'color',
  'font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'text-anchor',
  'dominant-baseline', 'display', 'visibility', 'paint-order', 'xml:space',
]) // prettier-ignore

/** `url(#a)` names a part of the picture; `url(http://…)`, `@import` and escapes lead out. */
const LEADS_OUT = /url\(\s*(?!['"]?#)|@|\\|expression|script:|data:|<|&/i
const HAS_ENTITIES = /<!(?:DOCTYPE|ENTITY)/i

/** A node as the parser gives it with the order of children: its name, and `:@` for attributes. */
type Node = Record<string, unknown>

const OPTIONS = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
} as const

/**
 * The picture with what draws and nothing else: no script, no handler, no link or file from
 * elsewhere, no entity. Null for a text that is no SVG.
 */
export function sanitizeSvg(text: string): string | null {
  const root = findRoot(text)
  if (root === null) return null
  return new XMLBuilder({ ...OPTIONS, suppressEmptyNode: true }).build([cleanNode(root)!]) as string
}

/** Width and height in pixels, as stated or as the view box has them; null without either. */
export function sizeOfSvg(text: string): { width: number; height: number } | null {
  const root = findRoot(text)
  if (root === null) return null
  const { width, height, viewBox = '' } = getAttributes(root)
  const box = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const size = {
    width: Math.ceil(parsePixels(width) ?? box[2] ?? 0),
    height: Math.ceil(parsePixels(height) ?? box[3] ?? 0),
  }
  return size.width > 0 && size.height > 0 ? size : null
}

/** The one `svg` element of a text that is well formed and declares nothing of its own. */
function findRoot(text: string): Node | null {
  if (!/<svg[\s>]/.test(text) || HAS_ENTITIES.test(text)) return null
  const nodes = parse(text)
  return nodes?.find((node) => 'svg' in node) ?? null
}

/** The parser throws at some texts that its validator lets through, as at elements too deep. */
function parse(text: string): Node[] | null {
  try {
    return XMLValidator.validate(text) === true
      ? (new XMLParser(OPTIONS).parse(text) as Node[])
      : null
  } catch {
    return null
  }
}

function cleanNode(node: Node): Node | null {
  const name = getTagName(node)
  if (name === '#text') return node
  if (!ELEMENTS.has(name)) return null
  const children = node[name] as Node[]
  if (name === 'style' && LEADS_OUT.test(JSON.stringify(children))) return null
  const kept = children.flatMap((child) => cleanNode(child) ?? [])
  return {
    [name]: kept,
    ':@': Object.fromEntries(Object.entries(getAttributes(node)).filter(isKept)),
  }
}

function isKept([name, value]: [string, string]): boolean {
  if (!ATTRIBUTES.has(name)) return false
  if (name.endsWith('href')) return value.startsWith('#')
  return name.startsWith('xmlns') || !LEADS_OUT.test(value)
}

function getTagName(node: Node): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '#text'
}

function getAttributes(node: Node): Record<string, string> {
  return (node[':@'] ?? {}) as Record<string, string>
}

/** `120`, `120px`; a percentage or another unit gives no pixels. */
function parsePixels(length: string | undefined): number | null {
  const pixels = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(length ?? '')?.[1]
  return pixels === undefined ? null : Number(pixels)
}
