import type { ClientModel, Method } from '../model.ts'
import type { FieldShape, TypeShape } from '../read-schema.ts'
import { camelCase, goCase, snakeCase } from '../words.ts'
import { fieldName, fieldType, isFile, toType } from './go.ts'

/** How an endpoint is called, by language. */
export type Calls = Record<string, Record<string, string>>

/** Of a request by `VERB /path/{id}`, the fields that show how it is sent. */
export type Examples = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A call of each method with the given fields, in curl and in the three clients. */
export function printCalls(model: ClientModel, examples: Examples): Calls {
  const calls = model.resources.flatMap(({ name, methods }) =>
    methods.map((method): [string, Record<string, string>] => {
      const endpoint = `${method.verb} ${method.path}`
      const call = { model, resource: name, method, sent: examples[endpoint] ?? {} }
      return [
        endpoint.replaceAll(/\{(\w+)\}/g, ':$1'),
        {
          sh: printCurl(call),
          ts: printTypeScript(call),
          py: printPython(call),
          go: printGo(call),
        },
      ]
    }),
  )
  return Object.fromEntries(calls)
}

interface Call {
  model: ClientModel
  resource: string
  method: Method
  sent: Readonly<Record<string, unknown>>
}

function isWrite({ verb }: Method): boolean {
  return verb !== 'GET' && verb !== 'DELETE'
}

/** What the column of the reference shows without scrolling. */
const LINE_LENGTH_MAX = 88

function printCurl({ method, sent }: Call): string {
  const path = method.path.replaceAll(/\{(\w+)\}/g, '$$$1')
  const names = Object.keys(sent)
  const inQuery = names.filter((name) => !isWrite(method) || method.query.includes(name))
  const query = inQuery.map((name) => `${name}=${String(sent[name])}`).join('&')
  const body = Object.fromEntries(
    names.filter((name) => !inQuery.includes(name)).map((name) => [name, sent[name]]),
  )
  const url = `"$BASE${path}${query && `?${query}`}"`
  const verb = method.verb === 'GET' || method.verb === 'POST' ? '' : `-X ${method.verb} `
  const data = !isWrite(method)
    ? ''
    : method.hasFiles
      ? ' -F file=@statement.pdf'
      : ` --json '${JSON.stringify(body)}'`
  const line = `curl ${verb}${url} -H "X-Api-Key: $KEY"`
  const isWide = data !== '' && line.length + data.length > LINE_LENGTH_MAX
  return isWide ? `${line} \\\n ${data}` : line + data
}

function printTypeScript({ resource, method, sent }: Call): string {
  const given = method.hasFiles && !('file' in sent) ? { ...sent, file: './statement.pdf' } : sent
  const fields = Object.entries(given).map(([name, value]) => `${toKey(name)}: ${toScript(value)}`)
  const params = fields.length > 0 ? [`{ ${fields.join(', ')} }`] : []
  const call = `assay.${resource}.${method.name}(${[...method.args.map(camelCase), ...params].join(', ')})`
  if (method.produces === 'page') return `for await (const one of ${call}) console.log(one)`
  if (method.produces === 'events') return `for await (const { data } of ${call}) console.log(data)`
  return `const result = await ${call}`
}

function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function toScript(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  if (Array.isArray(value)) return `[${value.map(toScript).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, inner]) => `${toKey(name)}: ${toScript(inner)}`)
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}'
}

const PYTHON_WORDS = new Set(['from', 'global', 'import', 'in', 'is', 'class'])

function printPython({ resource, method, sent }: Call): string {
  const given = method.hasFiles && !('file' in sent) ? { ...sent, file: 'statement.pdf' } : sent
  const fields = Object.entries(given).map(([name, value]) => {
    const key = PYTHON_WORDS.has(name) ? `${name}_` : name
    return `${key}=${toPython(value)}`
  })
  const call = `service.${snakeCase(resource)}.${snakeCase(method.name)}(${[...method.args, ...fields].join(', ')})`
  if (method.produces === 'page') return `for one in ${call}:\n    print(one)`
  if (method.produces === 'events') return `for event in ${call}:\n    print(event.data)`
  return `result = ${call}`
}

function toPython(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, inner]) => `"${name}": ${toPython(inner)}`)
  return `{${fields.join(', ')}}`
}

function printGo({ model, resource, method, sent }: Call): string {
  const args = ['ctx', ...method.args.map(camelCase), toGoParams({ model, resource, method, sent })]
  const call = `client.${goCase(resource)}.${goCase(method.name)}(${args.join(', ')})`
  if (method.produces === 'page')
    return `list := ${call}\nfor list.Next() {\n\tfmt.Println(list.Current())\n}`
  if (method.produces === 'events')
    return `stream := ${call}\nfor stream.Next() {\n\tfmt.Println(stream.Current())\n}`
  return `result, err := ${call}`
}

function toGoParams({ model, method, sent }: Call): string {
  const type = model.types.find(({ name }) => name === method.params)
  const fields = (type?.fields ?? []).filter((field) => field.name in sent || isFile(field.type))
  if (!type || fields.length === 0) return 'nil'
  return `&assay.${type.name}{${fields.map((field) => toGoField(model, field, sent[field.name])).join(', ')}}`
}

function toGoField(model: ClientModel, field: FieldShape, value: unknown): string {
  const name = fieldName(field.name)
  if (isFile(field.type)) return `${name}: []assay.File{{Path: "statement.pdf"}}`
  const type = fieldType(field)
  const text = toGo(model, field.type, value)
  const isPointer = type.startsWith('*') && text !== 'nil'
  return `${name}: ${isPointer ? `assay.Ptr(${text})` : text}`
}

/** A value of a type, without the pointer that a field may want. */
function toGo(model: ClientModel, type: TypeShape, value: unknown): string {
  if (value === null || value === undefined) return 'nil'
  if (typeof type !== 'string' && 'nullable' in type) return toGo(model, type.nullable, value)
  if (typeof type !== 'string' && 'ref' in type) return toGoNamed(model, type.ref, value)
  if (Array.isArray(value)) {
    const inner = typeof type !== 'string' && 'list' in type ? type.list : 'unknown'
    const list =
      typeof type !== 'string' && 'union' in type ? `assay.${toType(type)}` : `[]${qualify(inner)}`
    return `${list}{${value.map((one) => toGo(model, inner, one)).join(', ')}}`
  }
  if (typeof type !== 'string' && 'union' in type && toType(type).startsWith('OneOrMore'))
    return `assay.${toType(type)}{${toGo(model, 'string', value)}}`
  if (typeof value === 'object') {
    const inner = typeof type !== 'string' && 'map' in type ? type.map : 'unknown'
    const fields = Object.entries(value).map(
      ([name, one]) => `"${name}": ${toGo(model, inner, one)}`,
    )
    return `map[string]${qualify(inner)}{${fields.join(', ')}}`
  }
  if (typeof value === 'number' && type === 'integer') return `int64(${value})`
  return typeof value === 'number' && type === 'number'
    ? `float64(${value})`
    : JSON.stringify(value)
}

/** A struct by its fields, or a value of an enum. */
function toGoNamed(model: ClientModel, name: string, value: unknown): string {
  const named = model.types.find((one) => one.name === name)!
  if (typeof value !== 'object' || named.values) return `assay.${name}(${JSON.stringify(value)})`
  const sent = value as Record<string, unknown>
  const fields = (named.fields ?? []).filter((field) => field.name in sent)
  return `assay.${name}{${fields.map((field) => toGoField(model, field, sent[field.name])).join(', ')}}`
}

/** A type as it is named outside of its package. */
function qualify(type: TypeShape): string {
  return toType(type).replaceAll(/\b[A-Z]\w*/g, 'assay.$&')
}
