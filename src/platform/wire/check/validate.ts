import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { TSchema } from 'typebox'
import { isPlainDate } from '../../../core/values/dates.ts'
import { describeAddressFault, EMAIL_ADDRESS } from '../../../core/values/patterns/email.ts'
import { nearest } from '../../../core/values/text.ts'
import { ApiError } from '../../errors/api-error.ts'
import { ERRORS, type ErrorCode } from '../../errors/catalogue.ts'
import { findOversize, UNKNOWN_FIELDS_MAX, type SizeFault } from './sizes.ts'

/**
 * Where a value came from decides its status: a query fault is 400, a body fault 422, a path fault
 * 400.
 */
export type Place = 'params' | 'query' | 'body'

interface Fault {
  keyword: string
  schemaPath: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}

export interface Violation {
  param: string
  code: ErrorCode
  message: string
}

const validators = new WeakMap<TSchema, Validator>()

/** Faults reported for one body; more would help nobody. */
const VIOLATIONS_MAX = 50
/** What the checker itself stops at: an unknown field has a fault of its own beside that of all. */
const FAULTS_MAX = 10 * VIOLATIONS_MAX
Settings.Set({ maxErrors: FAULTS_MAX })

/**
 * Checks a value against a schema, compiled at first use. Throws the first fault, with all of a
 * body's faults listed.
 */
export function validate(schema: TSchema, value: unknown, place: Place): void {
  const violations = listViolations({ schema, value, place })
  const first = violations[0]
  if (!first) return
  const { code, message, param } = first
  const details = place === 'body' ? { errors: violations } : { isOfQuery: place === 'query' }
  throw new ApiError(code, message, { param, ...details })
}

/** Whether a value fits; for responses in tests and for job payloads. */
export function listSchemaFaults(schema: TSchema, value: unknown): string[] {
  const validator = getValidator(schema)
  if (validator.Check(value)) return []
  return (validator.Errors(value) as Fault[]).map(
    ({ instancePath, message }) => `${instancePath} ${message}`,
  )
}

function getValidator(schema: TSchema): Validator {
  let validator = validators.get(schema)
  if (!validator) validators.set(schema, (validator = Compile(schema)))
  return validator
}

/** A value under check: its schema, and where it came from. */
interface Checked {
  schema: TSchema
  value: unknown
  place: Place
}

/** Sizes come first: what is too large is not checked any further. */
function listViolations(checked: Checked): Violation[] {
  const oversize = findOversize(checked.schema, checked.value)
  if (oversize) return violationsOfFault(checked, oversize, oversize.rule)
  const validator = getValidator(checked.schema)
  if (validator.Check(checked.value)) return impossibleDates(checked, '')
  const faults = meaningful(validator.Errors(checked.value) as Fault[])
  return faults
    .flatMap((fault) => violationsOfFault(checked, fault, findRule(checked.schema, fault)))
    .slice(0, VIOLATIONS_MAX)
}

/** The parts of a schema that its faults are written with. */
interface Rule {
  errorCode?: string
  /** The field at fault, of a rule about a whole object. */
  errorField?: string
  pattern?: string
  properties?: object
}

function findRule(schema: TSchema, { schemaPath }: Fault): Rule {
  return at(schema, schemaPath.slice(1)) as Rule
}

/**
 * Drops what a union adds: the alternatives that failed for their type, and the union itself when a
 * deeper fault is known.
 */
function meaningful(faults: Fault[]): Fault[] {
  const useful = faults.filter(
    ({ keyword, schemaPath, params }) =>
      keyword !== 'boolean' &&
      keyword !== 'anyOf' &&
      !(keyword === 'type' && params.type === 'null') &&
      !schemaPath.endsWith('/additionalProperties'),
  )
  return useful.length > 0 ? useful : faults.slice(0, 1)
}

function violationsOfFault(
  { schema, value, place }: Checked,
  fault: SizeFault | Fault,
  rule: Rule,
): Violation[] {
  const names = (key: string) =>
    ((fault.params[key] as string[] | undefined) ?? []).slice(0, UNKNOWN_FIELDS_MAX)
  const { instancePath } = fault
  const held = at(value, instancePath)
  if (fault.keyword === 'required') {
    return names('requiredProperties')
      .filter((name) => !(name in (held as object)))
      .map((name) => {
        const path = `${instancePath}/${name}`
        return violation(place, path, { code: 'missing_field', message: `${name} is required.` })
      })
  }
  if (fault.keyword === 'additionalProperties') {
    const known = Object.keys(rule.properties ?? {})
    return names('additionalProperties').map((name) => {
      const message = unknownMessage(name, known, place)
      const code = place === 'query' ? 'unknown_parameter' : 'unknown_field'
      return { param: formatParam(`${instancePath}/${name}`), code, message }
    })
  }
  const code = pickCode(fault, rule.errorCode, { schema, value, place })
  const path = rule.errorField ? `${instancePath}/${rule.errorField}` : instancePath
  return [
    violation(place, path, { code, message: formatMessage(fault, { code, held, place, rule }) }),
  ]
}

function unknownMessage(name: string, known: string[], place: Place): string {
  const near = nearest(name, known)
  const kind = place === 'query' ? 'parameter' : 'field'
  const hint = near ? ` Did you mean ${near}?` : ` Known: ${known.slice(0, 30).join(', ')}.`
  return `There is no ${kind} ${name.slice(0, 64)}.${hint}`
}

const CODES: Record<string, ErrorCode> = {
  type: 'invalid_type',
  enum: 'invalid_enum',
  const: 'invalid_enum',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  exclusiveMinimum: 'out_of_range',
  exclusiveMaximum: 'out_of_range',
  maxLength: 'too_long',
  maxItems: 'too_many',
  maxProperties: 'too_many',
  maxValues: 'too_many',
  maxBytes: 'too_long',
  minItems: 'missing_field',
  minLength: 'missing_field',
}

/** In a query all is text, so a wrong type is a wrong form: `limit=abc` is an `invalid_limit`. */
function pickCode(
  fault: SizeFault | Fault,
  errorCode: string | undefined,
  { schema, place }: Checked,
): ErrorCode {
  const isOwn = fault.keyword !== 'type' || place === 'query'
  if (errorCode && errorCode in ERRORS && isOwn) return errorCode as ErrorCode
  const code = CODES[fault.keyword] ?? 'invalid_format'
  // An empty filter was not left out: it is wrong.
  const { required = [] } = schema as SchemaNode
  const isMissing = place !== 'query' || required.includes(fault.instancePath.slice(1))
  return code === 'missing_field' && !isMissing ? 'invalid_parameter' : code
}

/** Query and path faults have their own codes: their status is 400 whatever was wrong. */
function violation(
  place: Place,
  path: string,
  fault: { code: ErrorCode; message: string },
): Violation {
  const param = nameParam(path, place)
  if (place === 'params') return { param, code: 'invalid_id', message: `${param} must be a UUID.` }
  const { status, typeInQuery } = ERRORS[fault.code]
  const isQueryCode = status === 400 || typeInQuery !== undefined
  const code = place === 'query' && !isQueryCode ? 'invalid_parameter' : fault.code
  return { param, code, message: fault.message }
}

function formatMessage(
  fault: SizeFault | Fault,
  { code, held: value, place, rule }: { code: ErrorCode; held: unknown; place: Place; rule: Rule },
): string {
  const name = nameParam(fault.instancePath, place) || 'The value'
  if (fault.keyword === 'enum') {
    const allowed = (fault.params.allowedValues as string[]) ?? []
    const near = typeof value === 'string' ? nearest(value, allowed) : null
    return `${name} must be one of ${allowed.join(', ')}.${near ? ` Did you mean ${near}?` : ''}`
  }
  if (code !== CODES[fault.keyword] && code !== 'invalid_format') return ERRORS[code].message
  if (fault.keyword === 'pattern' && isOfAddress(rule))
    return `${name} ${describeAddressFault(String(value))}`
  return `${name} ${fault.message}.`
}

/** Whether the text has to be an e-mail address, or may be a word instead of one. */
function isOfAddress({ pattern = '' }: Rule): boolean {
  return pattern.includes(EMAIL_ADDRESS)
}

/** The parameter at fault: of a query by its name, although its text may be a list of values. */
function nameParam(path: string, place: Place): string {
  return place === 'query' ? formatParam(path).replace(/\[\d+\]$/, '') : formatParam(path)
}

/** `/transactions/3/amount` → `transactions[3].amount`. */
function formatParam(path: string): string {
  return path
    .split('/')
    .filter(Boolean)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
    .slice(0, 200)
}

function at(root: unknown, path: string): unknown {
  let node = root
  for (const part of path.split('/').filter(Boolean))
    node = (node as Record<string, unknown> | undefined)?.[part]
  return node ?? {}
}

interface SchemaNode {
  format?: string
  required?: string[]
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
}

/** A date can have the right form and not exist (2025-02-30); PostgreSQL would refuse it later. */
function impossibleDates({ schema, value, place }: Checked, path: string): Violation[] {
  const node = schema as SchemaNode
  if (value === null || value === undefined) return []
  if (typeof value === 'string') {
    if (!isDateSchema(node) || isPlainDate(value)) return []
    const message = ERRORS.invalid_date.message
    return [violation(place, path, { code: 'invalid_date', message })]
  }
  return listDatedChildren(node, value).flatMap(([key, child, held]) =>
    impossibleDates({ schema: child, value: held, place }, `${path}/${key}`),
  )
}

/** The schemas of the parts that may be dates with the values they hold. */
function listDatedChildren(node: SchemaNode, value: unknown): [string, TSchema, unknown][] {
  if (Array.isArray(value)) {
    const { items } = node
    if (!items || !holdsDates(items)) return []
    return value.map((item, index) => [String(index), items, item])
  }
  const option = node.anyOf?.find((each) => 'properties' in each) as SchemaNode | undefined
  const properties = node.properties ?? option?.properties
  if (!properties || typeof value !== 'object') return []
  const record = value as Record<string, unknown>
  return listDatedProperties(properties).map(([key, child]) => [key, child, record[key]])
}

const datedProperties = new WeakMap<object, [string, TSchema][]>()

/** The properties that are dates or hold some, found once per schema. */
function listDatedProperties(properties: Record<string, TSchema>): [string, TSchema][] {
  let dated = datedProperties.get(properties)
  if (!dated) {
    dated = Object.entries(properties).filter(([, child]) => holdsDates(child))
    datedProperties.set(properties, dated)
  }
  return dated
}

function holdsDates(schema: TSchema): boolean {
  const { items, properties, anyOf = [] } = schema as SchemaNode
  if (isDateSchema(schema) || (items && holdsDates(items))) return true
  return (
    anyOf.some(holdsDates) ||
    (properties !== undefined && listDatedProperties(properties).length > 0)
  )
}

function isDateSchema(node: { format?: string; anyOf?: TSchema[] }): boolean {
  return (
    node.format === 'date' ||
    Boolean(node.anyOf?.some((option) => (option as { format?: string }).format === 'date'))
  )
}
