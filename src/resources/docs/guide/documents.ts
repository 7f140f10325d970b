import { readFileSync } from 'node:fs'
import type { Route } from '../../../platform/route.ts'
import { escapeHtml } from '../html.ts'
import { renderDocs } from '../site/layout.ts'
import { changelogFeed, readChangelog } from './changelog.ts'
import { pageSource } from './for-models.ts'
import { renderMarkdown } from './markdown.ts'
import { PAGES, PARTS } from './pages.ts'
import { searchIndex } from './search.ts'

/** Something that is served as it is, once it was rendered. */
export interface Document {
  contentType: string
  cacheControl?: string
  render: (publicUrl: string) => string | Buffer
}

const HTML = 'text/html; charset=utf-8'
const SITE = new URL('../site/', import.meta.url)
const ASSETS: Readonly<Record<string, string>> = {
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'first.js': 'text/javascript; charset=utf-8',
}

/** The first page: what there is, in the order of a deal's life. */
export function guideHome(): string {
  const parts = PARTS.map(({ name, pages }) => {
    const items = pages.map(
      (page) =>
        `<li><a href="/docs/${page.name}">${escapeHtml(page.title)}</a><br><span class="soft">${escapeHtml(page.summary)}</span></li>`,
    )
    return `<div><h2>${escapeHtml(name)}</h2><ul>${items.join('')}</ul></div>`
  })
  const body = `<h1>Assay documentation</h1>
<p class="lead">Bank statements in, reconciled transactions and defensible numbers out: one API, on a
machine of yours. Begin with the <a href="/docs/quickstart">quickstart</a>; every example on these pages
is run by the tests of this version.</p>
<div class="parts">${parts.join('\n')}</div>
<h2>Look up</h2>
<ul><li><a href="/docs/reference">API reference</a>, and <a href="/openapi.json">OpenAPI 3.1</a></li>
<li><a href="/docs/errors">Errors</a> and <a href="/docs/events">webhook events</a></li>
<li><a href="/docs/agents">Tools for agents</a></li>
<li><a href="/docs/changelog">Changelog</a>, also <a href="/docs/changelog.atom">as a feed</a></li></ul>`
  return renderDocs({ title: 'Documentation', path: '/docs', body })
}

/** Names below `/docs/` that lead to a document. */
export function listDocuments(): string[] {
  const pages = [...PAGES.map(({ name }) => name), 'changelog']
  const sources = [...pages, 'agents'].map((name) => `${name}.md`)
  return [...pages, ...sources, 'changelog.atom', 'search.json', ...Object.keys(ASSETS)]
}

/** A page, its Markdown, or a part of all pages; null for a name that is none of them. */
export function findDocument(name: string, routes: () => readonly Route[]): Document | null {
  const type = ASSETS[name]
  if (type !== undefined) return assetDocument(name, type)
  if (name === 'search.json')
    return { contentType: 'application/json', render: () => searchIndex(routes()) }
  if (name === 'changelog.atom')
    return { contentType: 'application/atom+xml; charset=utf-8', render: changelogFeed }
  if (name.endsWith('.md')) return sourceDocument(name.slice(0, -'.md'.length))
  if (name === 'changelog') return { contentType: HTML, render: changelogPage }
  const page = PAGES.find((one) => one.name === name)
  return page ? { contentType: HTML, render: (url) => guidePage(page, url) } : null
}

function assetDocument(name: string, contentType: string): Document {
  const render = () => readFileSync(new URL(name, SITE))
  return { contentType, cacheControl: 'public, max-age=86400', render }
}

function sourceDocument(name: string): Document | null {
  if (!listDocuments().includes(`${name}.md`)) return null
  const render = (publicUrl: string) => pageSource(name, publicUrl)!
  return { contentType: 'text/markdown; charset=utf-8', render }
}

function guidePage(
  { name, title, summary, text }: (typeof PAGES)[number],
  publicUrl: string,
): string {
  const { html, headings } = renderMarkdown(text, publicUrl)
  const body = `<h1>${escapeHtml(title)}</h1>\n<p class="lead">${escapeHtml(summary)}</p>\n${html}`
  const source = `/docs/${name}.md`
  return renderDocs({ title, path: `/docs/${name}`, body, headings, description: summary, source })
}

function changelogPage(publicUrl: string): string {
  const { html, headings } = renderMarkdown(readChangelog(), publicUrl)
  const feed = '<p><a href="/docs/changelog.atom">As a feed (Atom)</a></p>'
  const source = '/docs/changelog.md'
  const body = `${html}${feed}`
  return renderDocs({ title: 'Changelog', path: '/docs/changelog', body, headings, source })
}
