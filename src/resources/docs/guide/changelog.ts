import { readFileSync } from 'node:fs'
import { escapeHtml } from '../html.ts'
import { toId } from './markdown.ts'
import { renderMarkdown } from './markdown.ts'

const FILE = new URL('../../../../CHANGELOG.md', import.meta.url)

interface Release {
  /** `2026-11-24`, or what else stands in the heading. */
  title: string
  text: string
}

export function readChangelog(): string {
  return readFileSync(FILE, 'utf8')
}

/** Each second-level heading with what stands below it, newest first. */
export function listReleases(changelog = readChangelog()): Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return { title: part.slice(0, end).trim(), text: part.slice(end).trim() }
    })
}

/** The releases as Atom (RFC 4287), for readers of feeds. */
export function changelogFeed(publicUrl: string): string {
  const entries = listReleases().map(({ title, text }) => {
    const link = `${publicUrl}/docs/changelog#${toId(title)}`
    const { html } = renderMarkdown(text, publicUrl)
    return `<entry>
<title>${escapeHtml(title)}</title>
<id>${escapeHtml(link)}</id>
<link href="${escapeHtml(link)}"/>
<updated>${toInstant(title)}</updated>
<content type="html">${escapeHtml(html)}</content>
</entry>`
  })
  const [newest] = listReleases()
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Changes of Assay</title>
<id>${escapeHtml(publicUrl)}/docs/changelog</id>
<link rel="self" href="${escapeHtml(publicUrl)}/docs/changelog.atom"/>
<author><name>Assay</name></author>
<updated>${toInstant(newest?.title ?? '')}</updated>
${entries.join('\n')}
</feed>
`
}

function toInstant(title: string): string {
  const [day = '1970-01-01'] = /\d{4}-\d{2}-\d{2}/.exec(title) ?? []
  return `${day}T00:00:00Z`
}
