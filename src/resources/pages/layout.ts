import { isSecure } from '../../platform/http/connection/browser.ts'
import { Reply } from '../../platform/route.ts'
import { VERSION } from '../../version.ts'
import { isDashboardPage } from './desk-addresses.ts'
import { html, type Html } from './html.ts'

/** Of a page: its forms go to this service alone, and no other page can frame it. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export interface Page {
  title: string
  main: Html
  /** A script of ours, for what no form can do. */
  script?: 'link' | 'passkeys' | 'upload'
  /** Who is signed in; the head of the page has the way out then. */
  name?: string | null
  isWide?: boolean
  /** For who has no account: nothing of the page leads into the service. */
  isOutside?: boolean
  /** Where the page leads by itself. */
  refresh?: string
}

/** A whole page. */
export function renderPage({
  title,
  main,
  script,
  name,
  isWide,
  isOutside,
  refresh,
}: Page): string {
  const tag = VERSION
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${refresh !== undefined && html`<meta http-equiv="refresh" content="0;url=${refresh}" />`}
        <title>${title} · Assay</title>
        <link rel="icon" href="/favicon.ico" />
        <link rel="stylesheet" href="/assets/pages.css?v=${tag}" />
        ${script && html`<script src="/assets/${script}.js?v=${tag}" defer></script>`}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        ${!isOutside && headHtml(name)}
        <main id="main" class="${isWide ? 'wide' : 'narrow'}">${main}</main>
        ${!isOutside && html`<footer class="foot"><a href="/docs">Documentation</a></footer>`}
      </body>
    </html> `.text
}

function headHtml(name: Page['name']): Html {
  return html`<header class="head">
    <a class="mark" href="/">Assay</a>${name ? signedIn(name) : null}
  </header>`
}

function signedIn(name: string): Html {
  return html`<nav aria-label="Account">
    <a href="/">Back to the desk</a>
    <a href="/account">${name}</a>
    <form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>
  </nav>`
}

/** The response with a page; `headers` may carry the session cookie. */
export function replyWithPage(
  publicUrl: string,
  page: Page,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Reply {
  return new Reply({
    status,
    headers: { ...pageHeaders(publicUrl), ...headers },
    download: {
      contentType: 'text/html; charset=utf-8',
      filename: null,
      disposition: 'inline',
      body: Buffer.from(renderPage(page)),
    },
  })
}

export function pageHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': POLICY,
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    // With none at all, browsers send the origin of a form as null, which is nobody's.
    'referrer-policy': 'same-origin',
    ...(isSecure(publicUrl) && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** To another page of ours, by GET. */
export function redirect(location: string, headers: Record<string, string> = {}): Reply {
  return new Reply({
    status: 303,
    headers: { location, ...headers },
    download: {
      contentType: 'text/html; charset=utf-8',
      filename: null,
      disposition: 'inline',
      body: Buffer.alloc(0),
    },
  })
}

/**
 * The way from a form to a page of ours. What leads on to a program may end at its address, to
 * which browsers follow no form of a page whose `form-action` is this service: a page stands
 * between.
 */
export function leadOn(
  publicUrl: string,
  location: string,
  headers: Record<string, string> = {},
): Reply {
  if (!location.startsWith('/oauth/')) return redirect(location, headers)
  return replyWithPage(publicUrl, betweenPage(location, 'Going on to the program'), { headers })
}

/** Goes on by itself, and by its button where a browser does not. */
export function betweenPage(location: string, title: string): Page {
  return {
    title,
    refresh: location,
    main: html`<h1>${title}</h1>
      <div class="panel">
        <p><a class="button" href="${location}">Continue</a></p>
      </div>`,
  }
}

/** Where people work, once they are signed in. */
export const DESK = '/deals'

/** Where to go after signing in: a path of ours, whatever was requested. */
export function safeNext(given: string | null | undefined, otherwise: string): string {
  if (!given || !/^\/(?![/\\])[\w\-./?=&%~:+]*$/.test(given)) return otherwise
  const base = 'http://assay.invalid'
  const url = URL.parse(given, base)
  if (url === null || url.origin !== base) return otherwise
  const isPage = /^\/(?:account|organizations|team|welcome|oauth)(?:[/?]|$)/.test(url.pathname)
  return isPage || isDashboardPage(url.pathname) ? given : otherwise
}

/** `23 Nov 2026, 15:04 UTC` */
export function formatInstant(instant: string): string {
  return `${MOMENT.format(new Date(instant))} UTC`
}

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})
