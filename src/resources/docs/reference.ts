import { listErrors } from '../../platform/http/openapi/document.ts'
import { getMethod, getPath, type Route } from '../../platform/route.ts'
import { escapeHtml, pageHtml, proseHtml } from './html.ts'

interface SchemaNode {
  type?: string
  format?: string
  enum?: unknown[]
  description?: string
  properties?: Record<string, SchemaNode>
  required?: string[]
  items?: SchemaNode
  anyOf?: SchemaNode[]
}

/**
 * The interactive reference: every endpoint with its fields, its errors and a form that calls it.
 */
export function referencePage(routes: readonly Route[]): string {
  const groups = Map.groupBy(routes, toNoun)
  const sections = [...groups].map(
    ([noun, own]) =>
      `<h2 id="${escapeHtml(noun)}">${escapeHtml(noun)}</h2>\n${own.map(operationHtml).join('\n')}`,
  )
  const body = `<h1>API reference</h1>
<p>${routes.length} endpoints. Send the key as <code>Authorization: Bearer &lt;API_KEY&gt;</code> or
<code>X-Api-Key</code>. The forms below call this server with the key you enter; it stays in this page.</p>
<p><code>HEAD</code> works wherever <code>GET</code> does. Text from 1 KB on is compressed as
<code>Accept-Encoding</code> prefers. Pages of other origins may call when
<code>ALLOWED_ORIGINS</code> names them. Lists page with <code>cursor</code>. Unknown fields are
refused, or left out with <code>X-Service-Lenient: true</code>. What remains of the rate stands in
<code>RateLimit-Remaining</code>.</p>
<label for="key">API key for trying (use a test key)</label>
<input id="key" type="password" autocomplete="off" placeholder="svc_test_…">
${sections.join('\n')}`
  return pageHtml('API reference', body, TRY_SCRIPT)
}

function toNoun(declared: Route): string {
  const parts = getPath(declared)
    .split('/')
    .filter((part) => part !== '' && part !== 'v1' && !part.startsWith(':'))
  return parts[0] === 'submissions' && parts.length > 1
    ? `submissions / ${parts[1]}`
    : (parts[0] ?? 'root')
}

function operationHtml(declared: Route): string {
  const { shapes } = declared
  return `<details>
<summary><span class="method">${getMethod(declared)}</span> <span class="path">${escapeHtml(getPath(declared))}</span>
<span class="soft">${escapeHtml(declared.summary)}</span></summary>
<div>
${declared.description ? `<p>${proseHtml(declared.description)}</p>` : ''}
<p class="soft">${declared.scope === null ? 'No key needed' : `Scope <code>${declared.scope}</code>`} · returns
${[declared.status ?? 200, ...(declared.alsoStatus ?? [])].join(', ')}${declared.isAdditive ? ' · beyond the interface' : ''}</p>
${fieldsHtml('Path', shapes.params)}${fieldsHtml('Query', shapes.query)}${fieldsHtml('Body', shapes.body)}
${fieldsHtml('Response', shapes.returns)}
<h3>Errors</h3><p>${listErrors(declared).map(errorLink).join(' ')}</p>
${formHtml(declared)}
</div>
</details>`
}

function errorLink(code: string): string {
  return `<a href="/docs/errors#${code.replaceAll('_', '-')}"><code>${code}</code></a>`
}

function fieldsHtml(title: string, schema: object | undefined): string {
  const rows = listFieldRows((schema ?? {}) as SchemaNode, '')
  if (rows.length === 0) return ''
  return `<h3>${title}</h3><table><thead><tr><th>Field</th><th>Type</th><th></th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`
}

/** One row per field, nested fields with dotted names, arrays with `[]`. */
function listFieldRows(node: SchemaNode, prefix: string): string[] {
  const inner = node.anyOf?.find((option) => option.properties ?? option.items) ?? node
  if (inner.items) return listFieldRows(inner.items, `${prefix}[]`)
  return Object.entries(inner.properties ?? {}).flatMap(([name, child]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const required = inner.required?.includes(name) ? '' : 'optional'
    const row = `<tr><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(formatType(child))}</td><td class="soft">${required}</td></tr>`
    return [row, ...listFieldRows(child, path)]
  })
}

function formatType(node: SchemaNode): string {
  if (node.enum)
    return node.enum.length > 12
      ? `one of ${node.enum.length} values`
      : node.enum.map(String).join(' | ')
  if (node.anyOf) return node.anyOf.map(formatType).join(' | ')
  if (node.type === 'array') return `array of ${formatType(node.items ?? {})}`
  return [node.type ?? 'any', node.format ? `(${node.format})` : ''].join(' ').trim()
}

function formHtml(declared: Route): string {
  const parameters = [
    ...listFieldNames(declared.shapes.params),
    ...listFieldNames(declared.shapes.query),
  ]
  const inputs = parameters
    .map((name) => `<label>${escapeHtml(name)}<input name="${escapeHtml(name)}"></label>`)
    .join('')
  const hasBody = declared.shapes.body !== undefined
  const body = hasBody ? '<label>Body (JSON)<textarea name="body">{}</textarea></label>' : ''
  const file =
    declared.consumes === 'multipart' ? '<label>File<input name="file" type="file"></label>' : ''
  return `<form data-method="${getMethod(declared)}" data-path="${escapeHtml(getPath(declared))}">
<h3>Try it</h3>${inputs}${file}${body}<p><button>Send</button></p><pre hidden></pre></form>`
}

function listFieldNames(schema: object | undefined): string[] {
  return Object.keys((schema as SchemaNode | undefined)?.properties ?? {})
}

/** Fills the path, sends the rest as query, file or JSON, and shows the response. */
const TRY_SCRIPT = `
document.addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const fields = new FormData(form)
  const file = fields.get('file')
  const body = fields.get('body')
  fields.delete('file'); fields.delete('body')
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    if (path.includes(':' + name)) path = path.replace(':' + name, encodeURIComponent(value))
    else if (value !== '') query.set(name, value)
  }
  const headers = { authorization: 'Bearer ' + document.getElementById('key').value }
  const options = { method: form.dataset.method, headers }
  if (file && file.size > 0) { options.body = new FormData(); options.body.append('file', file) }
  else if (body !== null) { headers['content-type'] = 'application/json'; options.body = body }
  const output = form.querySelector('pre')
  output.hidden = false
  output.textContent = '…'
  try {
    const response = await fetch(path + (query.size > 0 ? '?' + query : ''), options)
    const text = await response.text()
    let shown = text
    try { shown = JSON.stringify(JSON.parse(text), null, 2) } catch {}
    output.textContent = response.status + '\\n' + shown.slice(0, 20000)
  } catch (error) { output.textContent = String(error) }
})
`
