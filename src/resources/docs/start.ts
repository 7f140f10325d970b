import { VERSION } from '../../version.ts'
import { escapeHtml, pageHtml } from './html.ts'

/** What whoever opens the address in a browser sees: what this is, and where to go from here. */
export function startPage(): string {
  return pageHtml(
    'Start',
    `<h1>Assay ${escapeHtml(VERSION)}</h1>
<p>Bank statements in, reconciled transactions and defensible numbers out. This copy is running.</p>
<ul>
<li><a href="/docs">API reference</a>: every endpoint, with a form that calls it</li>
<li><a href="/docs/errors">Errors</a>: every code, its meaning and what to do</li>
<li><a href="/docs/events">Webhook events</a>, each with a sample</li>
<li><a href="/openapi.json">OpenAPI 3.1 document</a></li>
<li><a href="/health/ready">Health</a> of the database, the files, the queue and the migrations</li>
</ul>
<h2>A first request</h2>
<p>The first start wrote the keys to <code>keys.json</code> in the data folder. Use the test key.</p>
<pre>curl -s "$ASSAY/v1/submissions" -H "Authorization: Bearer $KEY"</pre>`,
  )
}

/** Three rising bars, 32 pixels a side. */
export const FAVICON = Buffer.from(
  'AAABAAEAICAAAAEAIACQAAAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAAFdJREFUeNpj' +
    'YEAD3Hnx/2mJGXABWluM1yH0thzDEQPqgIGyHO6IYekAbGDUAaMOGH4OwGfJqANGHTB8HECuJaMOGHXAqAOGjwNG' +
    'Rqt4tGc0KDqnA9k9BwAEhePz4FOtQgAAAABJRU5ErkJggg==',
  'base64',
)
