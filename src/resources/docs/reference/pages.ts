import { readFileSync } from 'node:fs'
import { nearest } from '../../../core/values/text.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { listErrors } from '../../../platform/http/openapi/document.ts'
import { getMethod, getPath, type Route } from '../../../platform/route.ts'
import { describeRoute } from '../fields/describe.ts'
import { operationId } from '../guide/search.ts'
import { figureHtml, tabsHtml } from '../guide/markdown.ts'
import { escapeHtml, proseHtml } from '../html.ts'
import { renderDocs } from '../site/layout.ts'
import { TAGS, toTag } from '../tags.ts'
import { buildExample } from './example.ts'
import { fieldsHtml } from './fields.ts'

type Calls = Readonly<Record<string, Readonly<Record<string, string>>>>

const CALLS_FILE = new URL('calls.json', import.meta.url)
let calls: Calls | undefined

/** How each endpoint is called, by language; written with the clients. */
function readCalls(): Calls {
  return (calls ??= JSON.parse(readFileSync(CALLS_FILE, 'utf8')) as Calls)
}

/** Every operation by resource, each with the page that describes it. */
export function referenceIndex(routes: readonly Route[]): string {
  const documented = ofReference(routes)
  const groups = TAGS.map(({ name, description }) => {
    const own = documented.filter((one) => toTag(one) === name)
    const lines = own.map(
      (
        one,
      ) => `<li><a href="/docs/reference/${name}#${operationId(one)}"><span class="method">${getMethod(one)}</span><code>${escapeHtml(getPath(one))}</code></a>
<span class="soft">${escapeHtml(one.summary)}</span></li>`,
    )
    return `<h2 id="${name}"><a class="anchor" href="/docs/reference/${name}">${name}</a></h2>
<p class="soft">${escapeHtml(description)}</p><ul class="operations">${lines.join('\n')}</ul>`
  })
  const body = `<h1>API reference</h1>
<p class="lead">${documented.length} operations by resource. Each page has fields, examples, errors, the code of the
three clients, and a form that calls this server.</p>
<p>Send the key as <code>Authorization: Bearer &lt;API_KEY&gt;</code> or <code>X-Api-Key</code>.
<code>HEAD</code> works wherever <code>GET</code> does. Text from 1 KB on is compressed as
<code>Accept-Encoding</code> prefers. Pages of other origins may call when <code>ALLOWED_ORIGINS</code>
names them. Unknown fields are refused, or left out with <code>X-Service-Lenient: true</code>. What
remains of the rate stands in <code>RateLimit-Remaining</code>. Generators read
<a href="/openapi.json">OpenAPI 3.1</a>.</p>
${groups.join('\n')}`
  return renderDocs({ title: 'API reference', path: '/docs/reference', body })
}

function ofReference(routes: readonly Route[]): Route[] {
  return routes.filter(({ browser }) => browser !== 'page')
}

/** One resource; throws `route_not_found` for a name that is none. */
export function referencePage(routes: readonly Route[], name: string, publicUrl: string): string {
  const tag = TAGS.find((one) => one.name === name)
  if (!tag) {
    const like = nearest(
      name,
      TAGS.map((one) => one.name),
    )
    const hint = like === null ? '' : ` Did you mean ${like}?`
    throw new ApiError('route_not_found', `The reference has no resource ${name}.${hint}`)
  }
  const own = ofReference(routes).filter((one) => toTag(one) === name)
  const operations = own.map((one) => operationHtml(describeRoute(one), publicUrl))
  const body = `<h1>${name}</h1><p class="lead">${escapeHtml(tag.description)}</p>
<form class="call"><label for="key">API key for the forms of this page; a test key is enough, and it stays here</label>
<input id="key" type="password" autocomplete="off" placeholder="svc_test_…"></form>
${operations.join('\n')}`
  const headings = own.map((one) => ({ id: operationId(one), text: shortTitle(one) }))
  const title = `${name} · API reference`
  return renderDocs({ title, path: `/docs/reference/${name}`, body, headings })
}

/** `Change, pause or enable a webhook; …` → what stands before the semicolon. */
function shortTitle({ summary }: Route): string {
  return summary.split(/[;:]|,(?!.* or )/)[0]!
}

function operationHtml(declared: Route, publicUrl: string): string {
  const { shapes, endpoint } = declared
  const id = operationId(declared)
  return `<section class="operation" aria-labelledby="${id}">
<h2 id="${id}"><a class="anchor" href="#${id}">${escapeHtml(declared.summary)}</a></h2>
<p><span class="method">${getMethod(declared)}</span> <code>${escapeHtml(getPath(declared))}</code></p>
${declared.description ? `<p>${proseHtml(declared.description)}</p>` : ''}
<p class="soft">${describeAccess(declared)} · returns ${[declared.status ?? 200, ...(declared.alsoStatus ?? [])].join(', ')}</p>
${callsHtml(endpoint, publicUrl)}
${fieldsHtml('Path', shapes.params)}${fieldsHtml('Query', shapes.query)}${fieldsHtml('Body', shapes.body)}
${responseHtml(declared)}
<details><summary>Errors</summary><p>${listErrors(declared).map(errorLink).join(' ')}</p></details>
<details><summary>Try it</summary>${formHtml(declared)}</details>
</section>`
}

function describeAccess({ scope, isAdditive }: Route): string {
  const access = scope === null ? 'No key needed' : `Scope <code>${escapeHtml(scope)}</code>`
  return isAdditive ? `${access} · beyond the interface` : access
}

function callsHtml(endpoint: string, publicUrl: string): string {
  const own = Object.entries(readCalls()[endpoint] ?? {})
  if (own.length === 0) return ''
  return tabsHtml(own.map(([lang, text]) => ({ lang, text: text.replaceAll('$BASE', publicUrl) })))
}

function responseHtml({ shapes }: Route): string {
  if (!shapes.returns) return ''
  const example = JSON.stringify(buildExample(shapes.returns), null, 2)
  const block = figureHtml({ lang: 'json title=Response', text: example })
  return `<details><summary>Response</summary>${block}${fieldsHtml('Fields', shapes.returns)}</details>`
}

function errorLink(code: string): string {
  return `<a href="/docs/errors#${code.replaceAll('_', '-')}"><code>${code}</code></a>`
}

function formHtml(declared: Route): string {
  const names = [declared.shapes.params, declared.shapes.query].flatMap(listNames)
  const id = operationId(declared)
  const inputs = names.map(
    (name) =>
      `<label for="${id}-${name}">${escapeHtml(name)}</label><input id="${id}-${name}" name="${escapeHtml(name)}">`,
  )
  if (declared.consumes === 'multipart')
    inputs.push(
      `<label for="${id}-file">File</label><input id="${id}-file" name="file" type="file">`,
    )
  if (declared.shapes.body !== undefined)
    inputs.push(
      `<label for="${id}-body">Body (JSON)</label><textarea id="${id}-body" name="body">{}</textarea>`,
    )
  return `<form class="call" data-method="${getMethod(declared)}" data-path="${escapeHtml(getPath(declared))}">
${inputs.join('\n')}<p><button>Send</button></p><pre tabindex="0" hidden></pre></form>`
}

function listNames(schema: object | undefined): string[] {
  return Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
}
