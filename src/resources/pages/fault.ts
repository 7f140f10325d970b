import type { ApiError } from '../../platform/errors/api-error.ts'
import { alertHtml } from './form.ts'
import { html } from './html.ts'
import { renderPage } from './layout.ts'

/** An error of a page that no form of it can show, for the person in front of it. */
export function renderFault(error: ApiError): string {
  return renderPage({
    title: 'Not possible',
    main: html`<h1>This did not work</h1>
      ${alertHtml(error.message)}
      <p class="links"><a href="/">To the start</a></p>`,
  })
}
