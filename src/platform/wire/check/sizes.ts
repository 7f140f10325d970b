import type { TSchema } from 'typebox'
import { canonicalText } from '../canonical.ts'

/** Of a text whose schema does not say how long it may be. */
export const TEXT_MAX = 10_000
/** Of a key of a free-form object. */
export const KEY_MAX = 255
/** Values inside of one whose schema does not say what it is. */
export const VALUES_MAX = 1000
/** Unknown fields that are named; an object with more is not looked at further. */
export const UNKNOWN_FIELDS_MAX = 50

/** A fault as the checker of schemas writes it, with the schema it is a fault of. */
export interface SizeFault {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  message: string
  rule: SizeNode
}

/** What of a schema bounds a value; `maxValues` and `maxBytes` are our own, for any kind of it. */
export interface SizeNode {
  type?: string
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  maxItems?: number
  uniqueItems?: boolean
  maxProperties?: number
  maxValues?: number
  maxBytes?: number
  properties?: Record<string, SizeNode>
  patternProperties?: Record<string, SizeNode>
  propertyNames?: SizeNode
  items?: SizeNode
  anyOf?: SizeNode[]
  allOf?: SizeNode[]
  not?: SizeNode
  errorCode?: string
}

/**
 * The first part of a value that is larger than its schema allows, or null. It is looked for before
 * anything else is checked, and a list or object that is too large is not looked into: the work is
 * bounded by what a schema allows, whatever was sent.
 */
export function findOversize(schema: TSchema, value: unknown): SizeFault | null {
  return look(schema as SizeNode, value, '')
}

function look(node: SizeNode, value: unknown, path: string): SizeFault | null {
  if (isOpen(node)) return lookAtAnything(node, value, path)
  if (node.anyOf) return lookAtOptions(node.anyOf, value, path)
  return lookAtOne(node, value, path) ?? first(node.allOf ?? [], (part) => look(part, value, path))
}

/** Whether a schema says nothing of a value's kind. */
export function isOpen(node: SizeNode): boolean {
  const { type, anyOf, allOf, not, enum: listed } = node
  return !type && !anyOf && !allOf && !not && !listed && node.const === undefined
}

/** A value is too large for a union when it is for every option of its kind. */
function lookAtOptions(options: SizeNode[], value: unknown, path: string): SizeFault | null {
  const faults = options
    .filter((option) => takes(option, value))
    .map((each) => look(each, value, path))
  return faults.includes(null) ? null : (faults[0] ?? null)
}

function takes(node: SizeNode, value: unknown): boolean {
  if (isOpen(node)) return true
  if (node.anyOf) return node.anyOf.some((option) => takes(option, value))
  if (Array.isArray(value)) return node.type === 'array'
  return node.type === (value === null ? 'null' : typeof value)
}

function lookAtOne(node: SizeNode, value: unknown, path: string): SizeFault | null {
  if (!takes(node, value)) return null
  if (typeof value === 'string') return lookAtText(node, value, path)
  if (Array.isArray(value)) return lookAtList(node, value, path)
  if (value === null || typeof value !== 'object') return null
  return node.patternProperties
    ? lookAtRecord(node, value as Record<string, unknown>, path)
    : lookAtFields(node, value as Record<string, unknown>, path)
}

function lookAtText(rule: SizeNode, text: string, path: string): SizeFault | null {
  const { maxLength: limit = TEXT_MAX } = rule
  if (isWithin(text, limit)) return null
  return tooMuch(rule, path, { keyword: 'maxLength', limit, unit: 'characters' })
}

/** Characters outside of the basic plane count as one. */
function isWithin(text: string, limit: number): boolean {
  if (text.length <= limit) return true
  return text.length <= 2 * limit && [...text].length <= limit
}

function lookAtList(rule: SizeNode, list: unknown[], path: string): SizeFault | null {
  const { maxItems: limit = Infinity, items, uniqueItems: isUnique = false } = rule
  if (list.length > limit) return tooMuch(rule, path, { keyword: 'maxItems', limit, unit: 'items' })
  const inside = items ? first(list, (item, index) => look(items, item, `${path}/${index}`)) : null
  return inside ?? (isUnique ? findDuplicate(rule, list, path) : null)
}

function findDuplicate(rule: SizeNode, list: unknown[], path: string): SizeFault | null {
  // Items of one list are of one kind: two with the same canonical form are the same.
  const isDistinct = new Set(list.map(canonicalText)).size === list.length
  const message = 'must not have duplicate items'
  return isDistinct
    ? null
    : { keyword: 'uniqueItems', instancePath: path, params: {}, message, rule }
}

function lookAtRecord(
  rule: SizeNode,
  record: Record<string, unknown>,
  path: string,
): SizeFault | null {
  const { maxProperties: limit = Infinity, propertyNames, patternProperties = {} } = rule
  const keys = Object.keys(record)
  if (keys.length > limit)
    return tooMuch(rule, path, { keyword: 'maxProperties', limit, unit: 'properties' })
  const [held = {}] = Object.values(patternProperties)
  const { maxLength: keyMax = KEY_MAX } = propertyNames ?? {}
  return first(keys, (key) => {
    const inner = `${path}/${encode(key)}`
    if (!isWithin(key, keyMax))
      return tooMuch(rule, inner, {
        keyword: 'maxLength',
        limit: keyMax,
        unit: 'characters as a key',
      })
    return look(held, record[key], inner)
  })
}

function lookAtFields(
  rule: SizeNode,
  record: Record<string, unknown>,
  path: string,
): SizeFault | null {
  const { properties = {} } = rule
  const names = Object.keys(record)
  const unknown = names.length - Object.keys(properties).length
  const unlisted =
    unknown > UNKNOWN_FIELDS_MAX
      ? names.find((name) => !Object.hasOwn(properties, name))
      : undefined
  if (unlisted !== undefined) {
    const params = { additionalProperties: [unlisted] }
    const message = 'must not have additional properties'
    return { keyword: 'additionalProperties', instancePath: path, params, message, rule }
  }
  return first(names, (name) =>
    Object.hasOwn(properties, name)
      ? look(properties[name]!, record[name], `${path}/${name}`)
      : null,
  )
}

function lookAtAnything(rule: SizeNode, value: unknown, path: string): SizeFault | null {
  const { maxValues: limit = VALUES_MAX, maxBytes } = rule
  if (limit !== Infinity && countValues(value, limit) > limit)
    return tooMuch(rule, path, { keyword: 'maxValues', limit, unit: 'values' })
  if (maxBytes !== undefined && Buffer.byteLength(JSON.stringify(value) ?? '') > maxBytes)
    return tooMuch(rule, path, { keyword: 'maxBytes', limit: maxBytes, unit: 'bytes of JSON' })
  return null
}

/** Counts no further than to one above the limit. */
function countValues(value: unknown, limit: number): number {
  if (value === null || typeof value !== 'object') return 1
  let count = 1
  for (const held of Array.isArray(value) ? value : Object.values(value)) {
    if (count > limit) return count
    count += countValues(held, limit - count)
  }
  return count
}

function first<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => SizeFault | null,
): SizeFault | null {
  for (const [index, item] of items.entries()) {
    const fault = find(item, index)
    if (fault) return fault
  }
  return null
}

function tooMuch(
  rule: SizeNode,
  instancePath: string,
  { keyword, limit, unit }: { keyword: string; limit: number; unit: string },
): SizeFault {
  const message = `must not have more than ${limit} ${unit}`
  return { keyword, instancePath, params: { limit }, message, rule }
}

/** A slash in a key is no step of a path. */
function encode(key: string): string {
  return key.slice(0, KEY_MAX).replaceAll('~', '~0').replaceAll('/', '~1')
}
