import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { House } from '../../platform/context.ts'
import { isSecure } from '../../platform/http/connection/browser.ts'
import { DASHBOARD_FILES, isDashboardPage } from '../pages/desk-addresses.ts'
import { html } from '../pages/html.ts'
import { pageHeaders, renderPage } from '../pages/layout.ts'
import { readDashboard, type BuiltDashboard } from './files.ts'

/** Where the dashboard is built; the image has nothing else of it. */
const BUILT = join(import.meta.dirname, '../../../dashboard/dist')
const THEME = /(?:^|;\s*)assay_theme=(light|dark)(?:;|$)/

let built: BuiltDashboard | null = null

/** Reads what is built now, after a build of this process. */
export function reloadDashboard(): void {
  built = readDashboard(BUILT)
}

/**
 * The web interface in front of the API: a page for each of its addresses, and its files, which
 * browsers may keep for ever. It calls the API as every other client does.
 */
export function mountDashboard(app: FastifyInstance, { config }: House): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const [path = ''] = request.url.split('?', 1)
    if (path.startsWith(DASHBOARD_FILES)) return sendFile(reply, path)
    return isDashboardPage(path) ? sendPage(request, reply, config.publicUrl) : undefined
  })
}

/** The copy in memory, read at the first request for it. */
function findBuilt(): BuiltDashboard | null {
  built ??= readDashboard(BUILT)
  return built
}

function sendFile(reply: FastifyReply, path: string): unknown {
  const file = findBuilt()?.files.get(path.slice(DASHBOARD_FILES.length))
  if (file === undefined) return undefined
  return reply
    .headers({
      'content-type': file.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    .send(file.bytes)
}

function sendPage(request: FastifyRequest, reply: FastifyReply, publicUrl: string): unknown {
  const found = findBuilt()
  reply.type('text/html; charset=utf-8')
  if (found === null)
    return reply.headers({ ...pageHeaders(publicUrl), refresh: '2' }).send(waitingPage())
  const nonce = randomBytes(16).toString('base64')
  const theme = THEME.exec(request.headers.cookie ?? '')?.[1]
  const page = found.page
    .replaceAll('__NONCE__', nonce)
    .replace('data-theme="system"', `data-theme="${theme ?? 'system'}"`)
  return reply.headers(dashboardHeaders(publicUrl, nonce)).send(page)
}

/** Nothing from elsewhere, no script but ours, and no style but those that our scripts mark. */
function dashboardHeaders(publicUrl: string, nonce: string): Record<string, string> {
  return {
    'content-security-policy':
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; ` +
      "font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    ...(isSecure(publicUrl) && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** Comes again by itself until the dashboard is there. */
function waitingPage(): string {
  return renderPage({
    title: 'Preparing the desk',
    main: html`<h1>Preparing the desk</h1>
      <div class="panel">
        <p role="status">
          The pages are being built, which takes a few seconds after an update. This page opens by
          itself.
        </p>
        <p>
          The API works meanwhile. If nothing happens, run
          <code>npm install</code> and start Assay again.
        </p>
      </div>`,
  })
}
