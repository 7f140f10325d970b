import { html } from './html.ts'
import type { Page } from './layout.ts'
import { pageRoute } from './page-route.ts'

/** Filled in by its script, which reads the link behind the `#`; the service does not know it. */
const PAGE: Page = {
  title: 'Send documents',
  script: 'upload',
  isOutside: true,
  main: html`<h1>Send documents</h1>
    <noscript>
      <p class="alert">This page needs JavaScript. Open the link in another browser.</p>
    </noscript>
    <p class="alert" id="upload-fault" role="alert" hidden></p>
    <div id="upload" hidden>
      <p id="until"></p>
      <section class="panel" aria-labelledby="wanted-title">
        <h2 id="wanted-title">What is wanted</h2>
        <ul class="wanted" id="wanted"></ul>
      </section>
      <section class="panel" aria-labelledby="files-title">
        <h2 id="files-title">Your files</h2>
        <div class="drop" id="drop">
          <p>Drop files here, or</p>
          <input id="files" class="sr-only" type="file" multiple />
          <label for="files"><span class="button">Choose files</span></label>
          <p class="hint">PDF, pictures (JPEG, PNG), Excel, CSV or ZIP</p>
        </div>
        <ul class="brought" id="brought" aria-label="Files"></ul>
        <p id="said" class="sr-only" role="status"></p>
      </section>
    </div>`,
}

export const uploadPageRoutes = [
  pageRoute('GET /upload', 'The page of an upload link', { show: () => Promise.resolve(PAGE) }),
]
