import type { Context } from 'oidc-provider'
import { html } from '../../resources/pages/html.ts'
import { DocumentFault } from '../registration/documents.ts'
import { pageHeaders, renderPage } from '../../resources/pages/layout.ts'

/** What a person sees where there is no program to go back to. */
export async function renderOAuthError(
  ctx: Context,
  out: { error: string; error_description?: string },
  { cause }: { cause?: unknown } = {},
): Promise<void> {
  ctx.type = 'html'
  ctx.set(pageHeaders('http:'))
  ctx.body = renderPage({
    title: 'This program cannot be connected',
    main: html`<h1>This program cannot be connected</h1>
      <div class="panel">
        <p>${describe(out)}</p>
        ${cause instanceof DocumentFault && html`<p>The program names itself by an address; ${cause.message}</p>`}
        <p>Go back to the program and connect it again. Nothing was granted.</p>
      </div>`,
  })
}

function describe({
  error,
  error_description: text,
}: {
  error: string
  error_description?: string
}) {
  return text === undefined ? error : `${error}: ${text}`
}
