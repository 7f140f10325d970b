import { EVENTS } from '../../events.ts'
import { ERRORS, type ErrorCode } from '../../platform/errors/catalogue.ts'
import { listErrors } from '../../platform/http/openapi/document.ts'
import type { Route } from '../../platform/route.ts'
import { figureHtml } from './guide/markdown.ts'
import { operationId } from './guide/search.ts'
import { escapeHtml, proseHtml } from './html.ts'
import { renderDocs } from './site/layout.ts'
import { buildSample } from './openapi.ts'
import { toTag } from './tags.ts'

/** One entry per code, at the anchor that `doc_url` names. */
export function errorsPage(routes: readonly Route[]): string {
  const users = groupByError(routes)
  const entries = Object.entries(ERRORS)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([code, { type, status, message, fix, isRetryable }]) => {
      const endpoints = users.get(code as ErrorCode) ?? []
      const where =
        endpoints.length > 12
          ? `${endpoints.length} endpoints`
          : endpoints.map(endpointLink).join(', ')
      return `<h2 id="${code.replaceAll('_', '-')}"><code>${code}</code></h2>
<p class="soft">${status} · ${type} · ${isRetryable ? 'may be sent again' : 'a retry gives the same error'}</p>
<p>${proseHtml(message)}</p><p><strong>What to do.</strong> ${proseHtml(fix)}</p>
${where === '' ? '' : `<p class="soft">Returned by ${where}</p>`}`
    })
  return renderDocs({
    title: 'Errors',
    path: '/docs/errors',
    body: `<h1>Errors</h1>
<p>Every error has one JSON body: <code>error.type</code>, <code>error.code</code>, <code>error.message</code>,
<code>error.param</code> where it applies, <code>error.doc_url</code> (this page) and <code>error.request_id</code>.
<a href="/docs/handling-errors">How to handle them</a>.</p>
${entries.join('\n')}`,
  })
}

/** To the reference, which has no page for what only browsers open. */
function endpointLink(declared: Route): string {
  const text = `<code>${escapeHtml(declared.endpoint)}</code>`
  if (declared.browser === 'page') return text
  return `<a href="/docs/reference/${toTag(declared)}#${operationId(declared)}">${text}</a>`
}

function groupByError(routes: readonly Route[]): Map<ErrorCode, Route[]> {
  const users = new Map<ErrorCode, Route[]>()
  for (const declared of routes) {
    for (const code of listErrors(declared)) users.set(code, [...(users.get(code) ?? []), declared])
  }
  return users
}

/** The event types with their meaning and a sample of what a webhook receives. */
export function eventsPage(): string {
  const entries = EVENTS.map(({ type, description, example }) => {
    const sample = buildSample(type, example)
    const block = figureHtml({ lang: 'json title=Sample', text: JSON.stringify(sample, null, 2) })
    return `<h2 id="${type}"><code>${type}</code></h2><p>${escapeHtml(description)}</p>${block}`
  })
  return renderDocs({
    title: 'Events',
    path: '/docs/events',
    headings: EVENTS.map(({ type }) => ({ id: type, text: type })),
    body: `<h1>Webhook events</h1>
<p>Each delivery is signed: <code>X-Service-Signature: sha256=&lt;hex&gt;</code> is the HMAC-SHA256 of the raw body,
keyed with the whole secret. Compare in constant time, respond with 2xx within 10 seconds, and ignore event ids you have seen.
<a href="/docs/webhooks">How to receive them</a>.</p>
${entries.join('\n')}`,
  })
}
