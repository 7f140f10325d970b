import type { Described } from '../fields/example.ts'
import { escapeHtml, proseHtml } from '../html.ts'

interface Node extends Described {
  format?: string
  required?: string[]
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** Nested fields below this depth are shown by the example alone. */
const DEPTH_MAX = 3

/** A table of the fields of a shape; empty where it has none. */
export function fieldsHtml(title: string, schema: object | undefined): string {
  const rows = listRows((schema ?? {}) as Node, '', 1)
  if (rows.length === 0) return ''
  return `<h3>${title}</h3><div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

/** One row per field, nested ones with dotted names, those of lists with `[]`. */
function listRows(node: Node, prefix: string, depth: number): string[] {
  const inner = findFields(node)
  if (inner.items && !Array.isArray(inner.items)) return listRows(inner.items, `${prefix}[]`, depth)
  return Object.entries(inner.properties ?? {}).flatMap(([name, child]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const isRequired = inner.required?.includes(name) ?? false
    const row = rowHtml(path, child, isRequired)
    return depth < DEPTH_MAX ? [row, ...listRows(child, path, depth + 1)] : [row]
  })
}

/** Of a choice, the option that has fields. */
function findFields(node: Node): Node {
  return node.anyOf?.find((option) => option.properties ?? option.items) ?? node
}

function rowHtml(path: string, node: Node, isRequired: boolean): string {
  const type =
    escapeHtml(formatType(node)) + (isRequired ? '' : ', <span class="soft">optional</span>')
  return `<tr><td><code>${escapeHtml(path)}</code></td><td>${type}</td><td>${proseHtml(node.description ?? '')}</td></tr>`
}

const VALUES_MAX = 12

function formatType(node: Node): string {
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.enum)
    return node.enum.length > VALUES_MAX
      ? `one of ${node.enum.length} values`
      : node.enum.map(String).join(' | ')
  if (node.anyOf) return [...new Set(node.anyOf.map(formatType))].join(' | ')
  const type = [node.type ?? 'any'].flat().join(' | ')
  if (type === 'array') return `list of ${formatType(node.items ?? {})}`
  return node.format ? `${type} (${node.format})` : type
}
