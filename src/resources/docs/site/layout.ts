import { VERSION } from '../../../version.ts'
import { escapeHtml } from '../html.ts'
import { PARTS, type GuidePage } from '../guide/pages.ts'

/** A page of the documentation. */
export interface DocsPage {
  title: string
  /** Of the address; what the list of contents marks. */
  path: string
  body: string
  description?: string
  headings?: readonly Heading[]
  /** Where the same page is as Markdown. */
  source?: string
}

export interface Heading {
  id: string
  text: string
}

/** Pages that are written from lists, by the part that they stand in. */
const WRITTEN: Readonly<Record<string, readonly [string, string][]>> = {
  Reference: [
    ['/docs/reference', 'API reference'],
    ['/docs/errors', 'Errors'],
    ['/docs/events', 'Webhook events'],
    ['/docs/changelog', 'Changelog'],
  ],
  Automate: [['/docs/agents', 'Agents']],
}

/** A whole page: no script, font or style from anywhere else. */
export function renderDocs(page: DocsPage): string {
  const { title, body, description, headings = [] } = page
  return `<!doctype html>
<html lang="en" data-lang="sh">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Assay</title>
${description === undefined ? '' : `<meta name="description" content="${escapeHtml(description)}">`}
<link rel="icon" href="/favicon.ico">
<link rel="alternate" type="application/atom+xml" title="Changes of Assay" href="/docs/changelog.atom">
<link rel="stylesheet" href="/docs/docs.css?v=${VERSION}">
<script src="/docs/first.js?v=${VERSION}"></script>
<script src="/docs/docs.js?v=${VERSION}" type="module"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="head">
<a class="mark" href="/docs">Assay</a>
${SEARCH}
<button class="quiet theme" type="button" hidden>Dark</button>
</header>
<div class="columns">
${contentsHtml(page.path)}
<main id="main" tabindex="-1">
${body}
${footHtml(page)}
</main>
${headings.length < 2 ? '' : onPageHtml(headings)}
</div>
</body>
</html>
`
}

const SEARCH = `<form class="search" role="search" action="/docs" hidden>
<label for="search">Search the documentation</label>
<input id="search" type="search" placeholder="Search ( / )" autocomplete="off" role="combobox"
 aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<div id="found" role="listbox" aria-label="Pages that were found" hidden></div>
<p class="skip" role="status"></p>
</form>`

function contentsHtml(current: string): string {
  const parts = PARTS.map(({ name, pages }) => {
    const own = pages.map(({ name: page, title }): [string, string] => [`/docs/${page}`, title])
    const links = [...own, ...(WRITTEN[name] ?? [])].map(([path, title]) => {
      const isHere = path === current || current.startsWith(`${path}/`)
      const mark = isHere ? ' aria-current="page"' : ''
      return `<li><a href="${path}"${mark}>${escapeHtml(title)}</a></li>`
    })
    return `<p class="part">${escapeHtml(name)}</p><ul>${links.join('')}</ul>`
  })
  return `<details class="contents"><summary>Contents</summary>
<nav aria-label="Documentation" tabindex="0">${parts.join('\n')}</nav></details>`
}

function onPageHtml(headings: readonly Heading[]): string {
  const links = headings.map(
    ({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="on-page" aria-label="On this page"><p class="part">On this page</p><ul>${links.join('')}</ul></nav>`
}

function footHtml({ path, source }: DocsPage): string {
  const all = PARTS.flatMap(({ pages }) => pages)
  const at = all.findIndex(({ name }) => path === `/docs/${name}`)
  const step = (page: GuidePage | undefined, word: string) =>
    page === undefined ? '' : `<a href="/docs/${page.name}">${word}: ${escapeHtml(page.title)}</a>`
  const steps = at < 0 ? '' : `${step(all[at - 1], 'Before')} ${step(all[at + 1], 'Next')}`
  const markdown = source === undefined ? '' : `<a href="${source}">This page as Markdown</a>`
  return `<footer>${steps} ${markdown} <a href="/llms.txt">For language models</a></footer>`
}
