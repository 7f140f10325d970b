import type { ClientModel, Method, Resource } from '../model.ts'
import type { FieldShape, TypeShape } from '../read-schema.ts'
import type { NamedType } from '../type-names.ts'
import { pascalCase, snakeCase } from '../words.ts'
import { findStreamed, methodLines, NOTE, wrapText, type PrintedFile } from './pieces.ts'

const FOLDER = 'python/src/assay'

export function printPython(model: ClientModel): PrintedFile[] {
  const resources = model.resources.map((resource) => ({
    path: `${FOLDER}/resources/${snakeCase(resource.name)}.py`,
    text: printResource(model, resource),
  }))
  return [
    ...resources,
    { path: `${FOLDER}/resources/__init__.py`, text: printResources(model) },
    { path: `${FOLDER}/types.py`, text: printTypes(model) },
    { path: `${FOLDER}/_version.py`, text: `# ${NOTE}\nVERSION = "${model.version}"\n` },
  ]
}

const KEYWORDS = new Set(['False', 'None', 'True', 'and', 'as', 'assert', 'async', 'await', 'break',
  'class', 'continue', 'def', 'del', 'elif', 'else', 'except', 'finally', 'for', 'from', 'global',
  'if', 'import', 'in', 'is', 'lambda', 'nonlocal', 'not', 'or', 'pass', 'raise', 'return', 'try',
  'while', 'with', 'yield', 'self', 'options']) // prettier-ignore

/** A name that Python takes; the wire keeps its own. */
function toName(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name
}

function printTypes(model: ClientModel): string {
  const codes = model.errors.map((code) => `    ${quote(code)},`)
  const events = Object.entries(model.events).map(([type, data]) => ({
    type,
    data,
    name: `${pascalCase(type)}Event`,
  }))
  const eventTypes = events.flatMap(({ type, data, name }) => [
    `class ${name}(TypedDict):`,
    '    id: str',
    `    type: Literal[${quote(type)}]`,
    '    created_at: str',
    `    data: ${toType(data)}`,
    '    test: NotRequired[bool]',
    '',
    '',
  ])
  return [
    `# ${NOTE}`,
    'from __future__ import annotations',
    '',
    'from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union',
    '',
    'if TYPE_CHECKING:',
    '    from typing_extensions import NotRequired',
    '',
    '    from ._encode import FileInput',
    '',
    '# A newer server may send further values of every Literal.',
    'ErrorCode = Union[',
    '    str,',
    '    Literal[',
    ...codes.map((code) => `    ${code}`),
    '    ],',
    ']',
    '',
    ...model.types.filter(({ values }) => values).map(printEnum),
    '',
    ...model.types.filter(({ fields }) => fields).map(printRecord),
    ...eventTypes,
    `WebhookEvent = Union[${events.map(({ name }) => name).join(', ')}]`,
    '',
  ].join('\n')
}

function printEnum({ name, values = [] }: NamedType): string {
  return `${name} = Union[str, Literal[${values.map(quote).join(', ')}]]`
}

function printRecord({ name, fields = [] }: NamedType): string {
  const isPlain = fields.every(
    (field) => /^[A-Za-z_]\w*$/.test(field.name) && !KEYWORDS.has(field.name),
  )
  if (!isPlain) {
    const entries = fields.map((field) => `    ${quote(field.name)}: ${quote(fieldType(field))},`)
    return [
      `${name} = TypedDict(`,
      `    ${quote(name)},`,
      '    {',
      ...entries.map((one) => `    ${one}`),
      '    },',
      ')',
      '',
      '',
    ].join('\n')
  }
  const body = fields.flatMap((field) => [
    ...commentLines(field),
    `    ${field.name}: ${fieldType(field)}`,
  ])
  return [`class ${name}(TypedDict):`, ...(body.length > 0 ? body : ['    pass']), '', ''].join(
    '\n',
  )
}

function commentLines({ description, isDeprecated }: FieldShape): string[] {
  const words = [description, isDeprecated ? 'Deprecated.' : undefined].filter(
    (one) => one !== undefined,
  )
  return words.length > 0 ? wrapText(words.join(' '), 90).map((line) => `    # ${line}`) : []
}

function fieldType({ type, isOptional }: FieldShape): string {
  return isOptional ? `NotRequired[${toType(type)}]` : toType(type)
}

function quote(text: string): string {
  return JSON.stringify(text)
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  unknown: 'Any',
  file: 'FileInput',
}

/** `prefix` stands before the names of our own types. */
function toType(type: TypeShape, prefix = ''): string {
  const inner = (one: TypeShape) => toType(one, prefix)
  if (typeof type === 'string') return type === 'file' ? 'FileInput' : SCALARS[type]!
  if ('ref' in type) return `${prefix}${type.ref}`
  if ('enum' in type) return `Union[str, Literal[${type.enum.map(quote).join(', ')}]]`
  if ('list' in type) return `List[${inner(type.list)}]`
  if ('map' in type) return `Dict[str, ${inner(type.map)}]`
  if ('nullable' in type) return `Optional[${inner(type.nullable)}]`
  if ('union' in type) return `Union[${type.union.map(inner).join(', ')}]`
  throw new Error('A shape without a name')
}

function printResource(model: ClientModel, resource: Resource): string {
  const lazy = resource.methods.filter(
    ({ produces }) => produces === 'page' || produces === 'events',
  )
  return [
    `# ${NOTE}`,
    'from __future__ import annotations',
    '',
    'from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Union',
    '',
    'from .._resource import NOT_GIVEN, FileContent, NotGiven, Page, Pages, RequestOptions, Resource, ServerSentEvent',
    '',
    'if TYPE_CHECKING:',
    '    from .. import types',
    '    from .._encode import FileInput',
    '',
    '',
    `class ${pascalCase(resource.name)}Resource(Resource):`,
    `    _lazy = frozenset((${lazy.map(({ name }) => `${quote(snakeCase(name))}, `).join('')}))`,
    '',
    resource.methods.map((method) => printMethod(model, resource, method)).join('\n\n'),
    '',
  ].join('\n')
}

function printMethod(model: ClientModel, resource: Resource, method: Method): string {
  const { name, args, verb, path, query, hasFiles, produces } = method
  const fields = model.types.find((type) => type.name === method.params)?.fields ?? []
  const own = args.map((arg) => (fields.some((field) => field.name === arg) ? `path_${arg}` : arg))
  const required = fields.filter(({ isOptional }) => !isOptional)
  const optional = fields.filter(({ isOptional }) => isOptional)
  const taken = [
    'self',
    ...own.map((arg) => `${arg}: ${arg === 'number' ? 'int' : 'str'}`),
    '*',
    ...required.map((field) => `${toName(field.name)}: ${toType(field.type, 'types.')}`),
    ...optional.map(
      (field) =>
        `${toName(field.name)}: Union[${toType(field.type, 'types.')}, NotGiven] = NOT_GIVEN`,
    ),
    'options: Optional[RequestOptions] = None',
  ]
  const given = fields.map((field) => `${quote(field.name)}: ${toName(field.name)}`)
  const isWrite = verb !== 'GET' && verb !== 'DELETE'
  const how = [
    ...(isWrite && query.length > 0
      ? [`query=(${query.map((one) => `${quote(one)}, `).join('')})`]
      : []),
    ...(hasFiles ? ['has_files=True'] : []),
  ]
  const { returned, send } = methodKind(model, resource, method)
  const sent = [quote(verb), quote(path), `(${own.map((arg) => `${arg}, `).join('')})`]
  const lines = methodLines(method).flatMap((line) => wrapText(line, 88))
  if (produces === 'page')
    lines.push('', 'Iterates over all items; `.page()` has the first page alone.')
  return [
    `    def ${toName(snakeCase(name))}(`,
    ...taken.map((one) => `        ${one},`),
    `    ) -> ${returned}:`,
    `        """${docText(lines)}"""`,
    `        given: Dict[str, Any] = {${given.join(', ')}}`,
    `        return self.${send}(${[...sent, 'given', 'options', ...how].join(', ')})`,
  ].join('\n')
}

function docText(lines: string[]): string {
  const [first = '', ...rest] = lines.map((line) =>
    line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"),
  )
  return [first, ...rest.map((line) => (line === '' ? '' : `        ${line}`)), '        '].join(
    '\n',
  )
}

function methodKind(
  model: ClientModel,
  resource: Resource,
  method: Method,
): { returned: string; send: string } {
  const type = toType(method.returns, 'types.')
  switch (method.produces) {
    case 'page':
      return { returned: `Pages[${type}]`, send: '_list' }
    case 'file':
      return { returned: 'FileContent', send: '_download' }
    case 'events':
      return {
        returned: `Iterator[ServerSentEvent[${toType(findStreamed(model, resource.name, method.name), 'types.')}]]`,
        send: '_stream',
      }
    default:
      return { returned: type, send: '_call' }
  }
}

function printResources({ resources }: ClientModel): string {
  const names = resources.map(({ name }) => ({
    name: snakeCase(name),
    type: `${pascalCase(name)}Resource`,
  }))
  return [
    `# ${NOTE}`,
    'from .._transport import Transport',
    ...names.map(({ name, type }) => `from .${name} import ${type}`),
    '',
    '',
    'class Resources:',
    '    """Every resource of the API."""',
    '',
    '    def __init__(self, transport: Transport) -> None:',
    ...names.map(({ name, type }) => `        self.${name} = ${type}(transport)`),
    '',
  ].join('\n')
}
