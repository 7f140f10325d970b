import type { ClientModel, Method, Resource } from '../model.ts'
import type { FieldShape, TypeShape } from '../read-schema.ts'
import type { NamedType } from '../type-names.ts'
import { camelCase, pascalCase, snakeCase } from '../words.ts'
import {
  findStreamed,
  listReferences,
  methodLines,
  methodReferences,
  NOTE,
  typesIn,
  wrapText,
  type PrintedFile,
} from './pieces.ts'

const FOLDER = 'typescript/src/generated'

export function printTypeScript(model: ClientModel): PrintedFile[] {
  const resources = model.resources.map((resource) => ({
    path: `${FOLDER}/${fileName(resource.name)}`,
    text: printResource(model, resource),
  }))
  return [
    ...resources,
    { path: `${FOLDER}/resources.ts`, text: printResources(model) },
    { path: `${FOLDER}/types.ts`, text: printTypes(model) },
    { path: `${FOLDER}/errors.ts`, text: printErrors(model) },
    { path: `${FOLDER}/webhook-events.ts`, text: printEvents(model) },
  ]
}

function fileName(resource: string): string {
  return `${snakeCase(resource).replaceAll('_', '-')}.ts`
}

function printResource(model: ClientModel, resource: Resource): string {
  const types = typesIn(model, resource.name)
  const own = new Set(types.map(({ name }) => name))
  const streamed = resource.methods
    .filter(({ produces }) => produces === 'events')
    .flatMap(({ name }) => listReferences(findStreamed(model, resource.name, name)))
  const used = [...types.flatMap(typeReferences), ...methodReferences(resource), ...streamed]
  const imports = importLines(
    model,
    used.filter((name) => !own.has(name)),
  )
  const methods = resource.methods.map((method) => printMethod(model, resource, method))
  return [
    `// ${NOTE}`,
    ...runtimeImports(resource),
    ...imports,
    '',
    ...types.map(printType),
    `export class ${className(resource.name)} extends Resource {`,
    methods.join('\n\n'),
    '}',
    '',
  ].join('\n')
}

function className(resource: string): string {
  return `${pascalCase(resource)}Resource`
}

/** Only what the methods of this resource use. */
function runtimeImports({ methods }: Resource): string[] {
  const has = (kind: Method['produces']) => methods.some(({ produces }) => produces === kind)
  const called = has('json') || has('file') ? ['type Call'] : []
  const files = has('file') ? ['type FileContent'] : []
  const noParams = methods.some(({ params }) => params === null) ? ['type NoParams'] : []
  const hasFiles = methods.some((method) => method.hasFiles)
  return [
    `import { Resource, ${[...called, ...files, ...noParams].join(', ')} } from '../resource.ts'`.replace(
      ', }',
      ' }',
    ),
    ...(has('page') ? ["import type { List } from '../list.ts'"] : []),
    ...(has('events') ? ["import type { ServerSentEvent } from '../events.ts'"] : []),
    ...(hasFiles ? ["import type { FileInput } from '../encode.ts'"] : []),
    "import type { RequestOptions } from '../transport.ts'",
  ]
}

function importLines(model: ClientModel, names: string[]): string[] {
  const byFile = Map.groupBy(
    new Set(names),
    (name) => model.types.find((type) => type.name === name)!.resource,
  )
  return [...byFile]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([resource, all]) =>
        `import type { ${all.toSorted().join(', ')} } from './${fileName(resource)}'`,
    )
}

function typeReferences({ fields = [] }: NamedType): string[] {
  return fields.flatMap(({ type }) => listReferences(type))
}

function printType({ name, fields, values }: NamedType): string {
  if (values) return `export type ${name} = ${printEnum(values)}\n`
  return `export interface ${name} {\n${(fields ?? []).map(printField).join('')}}\n`
}

/** Newer servers may send further values. */
function printEnum(values: string[]): string {
  return [...values.map((value) => JSON.stringify(value)), '(string & {})'].join(' | ')
}

function printField({ name, type, isOptional, isDeprecated, description }: FieldShape): string {
  const words = [description, isDeprecated ? '@deprecated' : undefined].filter(
    (one) => one !== undefined,
  )
  const comment = words.length > 0 ? `  /** ${escapeComment(words.join(' '))} */\n` : ''
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  return `${comment}  ${key}${isOptional ? '?' : ''}: ${toType(type)}\n`
}

function escapeComment(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')
}

function toType(type: TypeShape): string {
  if (typeof type === 'string') return SCALARS[type]!
  if ('ref' in type) return type.ref
  if ('enum' in type) return printEnum(type.enum)
  if ('list' in type) return `${inParentheses(toType(type.list))}[]`
  if ('map' in type) return `Record<string, ${toType(type.map)}>`
  if ('nullable' in type) return `${toType(type.nullable)} | null`
  if ('union' in type) return type.union.map(toType).join(' | ')
  throw new Error('A shape without a name')
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  unknown: 'unknown',
  file: 'FileInput',
}

function inParentheses(text: string): string {
  return text.includes('|') ? `(${text})` : text
}

function printMethod(model: ClientModel, resource: Resource, method: Method): string {
  const { name, args, params, isRequired, verb, path, query, hasFiles, produces } = method
  const taken = [
    ...args.map((arg) => `${camelCase(arg)}: ${arg === 'number' ? 'number' : 'string'}`),
    params ? `params${isRequired ? '' : '?'}: ${params}` : 'params?: NoParams',
    'options?: RequestOptions',
  ]
  const isWrite = verb !== 'GET' && verb !== 'DELETE'
  const operation = [
    `verb: '${verb}'`,
    `path: '${path}'`,
    ...(args.length > 0 ? [`args: [${args.map(camelCase).join(', ')}]`] : []),
    'params',
    ...(isWrite && query.length > 0
      ? [`query: [${query.map((one) => `'${one}'`).join(', ')}]`]
      : []),
    ...(hasFiles ? ['hasFiles: true'] : []),
  ]
  const { returned, send } = methodKind(model, resource, method)
  const lines = methodLines(method).flatMap((line) => wrapText(escapeComment(line), 96))
  const note =
    produces === 'page'
      ? [...lines, '', 'Iterates over all items; `.page()` has the first page alone.']
      : lines
  return [
    '  /**',
    ...note.map((line) => `   * ${line}`.trimEnd()),
    '   */',
    `  ${name}(${taken.join(', ')}): ${returned} {`,
    `    return this.${send}({ ${operation.join(', ')} }, options)`,
    '  }',
  ].join('\n')
}

function methodKind(
  model: ClientModel,
  resource: Resource,
  method: Method,
): { returned: string; send: string } {
  const type = toType(method.returns)
  switch (method.produces) {
    case 'page':
      return { returned: `List<${type}>`, send: 'sendList' }
    case 'file':
      return { returned: 'Call<FileContent>', send: 'sendDownload' }
    case 'events': {
      const data = toType(findStreamed(model, resource.name, method.name))
      return { returned: `AsyncGenerator<ServerSentEvent<${data}>>`, send: 'sendStream' }
    }
    default:
      return { returned: `Call<${type}>`, send: 'sendCall' }
  }
}

function printResources({ resources, version }: ClientModel): string {
  const names = resources.map(({ name }) => name)
  return [
    `// ${NOTE}`,
    "import type { TransportSettings } from '../transport.ts'",
    ...names.map((name) => `import { ${className(name)} } from './${fileName(name)}'`),
    '',
    `export const VERSION = '${version}'`,
    '',
    '/** Every resource of the API. */',
    'export class Resources {',
    ...names.map((name) => `  readonly ${name}: ${className(name)}`),
    '',
    '  constructor(settings: TransportSettings) {',
    ...names.map((name) => `    this.${name} = new ${className(name)}(settings)`),
    '  }',
    '}',
    '',
  ].join('\n')
}

function printTypes({ resources }: ClientModel): string {
  const files = resources.map(({ name }) => `export type * from './${fileName(name)}'`)
  return [
    `// ${NOTE}`,
    ...files,
    "export type * from './errors.ts'",
    "export type * from './webhook-events.ts'",
    '',
  ].join('\n')
}

function printErrors({ errors }: ClientModel): string {
  const codes = errors.map((code) => `  | '${code}'`)
  return [
    `// ${NOTE}`,
    '',
    '/** The codes of the error catalog; newer servers may send others. */',
    'export type ErrorCode =',
    ...codes,
    '  | (string & {})',
    '',
  ].join('\n')
}

function printEvents(model: ClientModel): string {
  const entries = Object.entries(model.events)
  const imports = importLines(
    model,
    entries.flatMap(([, type]) => listReferences(type)),
  )
  const fields = 'id: string; created_at: string; test?: boolean'
  const options = entries.map(
    ([type, data]) => `  | { type: '${type}'; data: ${toType(data)}; ${fields} }`,
  )
  return [
    `// ${NOTE}`,
    ...imports,
    '',
    '/** What a webhook receives; its `type` says which data it has. */',
    'export type WebhookEvent =',
    ...options,
    '',
  ].join('\n')
}
