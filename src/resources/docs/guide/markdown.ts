import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '../html.ts'
import type { Heading } from '../site/layout.ts'

/** Languages that stand in tabs where they follow each other, with what their tabs show. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  py: 'Python',
  go: 'Go',
}

export interface Rendered {
  html: string
  headings: readonly Heading[]
}

const BASE = 'http://localhost:3100'

/** A page as HTML; the address of the examples is that of this copy. Raw HTML is shown as text. */
export function renderMarkdown(text: string, publicUrl: string): Rendered {
  const headings: Heading[] = []
  const marked = createMarked(headings)
  const tokens = marked.lexer(text.replaceAll(BASE, publicUrl))
  const html = groupCode(tokens).map((group) =>
    Array.isArray(group) ? tabsHtml(group) : marked.parser([group]),
  )
  return { html: html.join('\n'), headings }
}

function createMarked(headings: Heading[]): Marked {
  const marked = new Marked()
  marked.use({
    renderer: {
      code: (token) => figureHtml(token),
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const text = html.replace(/<[^>]+>/g, '')
        if (depth !== 2) return `<h${depth}>${html}</h${depth}>\n`
        const id = toId(text)
        headings.push({ id, text })
        return `<h2 id="${id}"><a class="anchor" href="#${id}">${html}</a></h2>\n`
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        const address = toAddress(href)
        return address === null ? html : `<a href="${escapeHtml(address)}">${html}</a>`
      },
      table(token) {
        const head = cellsHtml('th', token.header, (one) => this.parser.parseInline(one))
        const rows = token.rows.map((row) =>
          cellsHtml('td', row, (one) => this.parser.parseInline(one)),
        )
        return tableHtml(head, rows)
      },
    },
  })
  return marked
}

function cellsHtml(
  element: 'th' | 'td',
  cells: readonly Tokens.TableCell[],
  render: (tokens: Token[]) => string,
): string {
  const open = element === 'th' ? 'th scope="col"' : 'td'
  return cells.map(({ tokens }) => `<${open}>${render(tokens)}</${element}>`).join('')
}

/** A table that scrolls by itself where the window is narrow. */
export function tableHtml(head: string, rows: readonly string[]): string {
  const body = rows.map((row) => `<tr>${row}</tr>`).join('\n')
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table></div>\n`
}

/** `webhooks.md#retries` → `/docs/webhooks#retries`; null for a file of the sources alone. */
function toAddress(href: string): string | null {
  const [, page, rest = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? []
  if (page !== undefined) return `/docs/${page}${rest}`
  return /^(?:[a-z]+:|\/|#)/.test(href) ? href : null
}

export function toId(text: string): string {
  return text
    .toLowerCase()
    .replace(/&#?\w+;/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Blocks of several languages that follow each other as one group. */
function groupCode(tokens: readonly Token[]): (Token | Tokens.Code[])[] {
  const groups: (Token | Tokens.Code[])[] = []
  for (const token of tokens) {
    if (token.type === 'space') continue
    const last = groups.at(-1)
    const isCode = token.type === 'code' && readInfo(token as Tokens.Code).language in LANGUAGES
    if (!isCode) groups.push(token)
    else if (Array.isArray(last) && !hasLanguage(last, token as Tokens.Code))
      last.push(token as Tokens.Code)
    else groups.push([token as Tokens.Code])
  }
  return groups.map((one) => (Array.isArray(one) && one.length === 1 ? one[0]! : one))
}

function hasLanguage(group: readonly Tokens.Code[], token: Tokens.Code): boolean {
  return group.some((one) => readInfo(one).language === readInfo(token).language)
}

interface Info {
  language: string
  title: string | null
}

/** `sh assay title=create` */
function readInfo({ lang = '' }: Pick<Tokens.Code, 'lang'>): Info {
  return {
    language: lang.split(' ')[0]!,
    title: /\btitle=(\S+)/.exec(lang)?.[1]?.replaceAll('-', ' ') ?? null,
  }
}

/** One tab a language; without scripts they stand below each other. */
export function tabsHtml(blocks: readonly Pick<Tokens.Code, 'lang' | 'text'>[]): string {
  const id = `tabs-${toId(blocks[0]!.text).slice(0, 48)}-${blocks[0]!.text.length}`
  const languages = blocks.map((block) => readInfo(block).language)
  const tabs = languages.map((language, at) => {
    const chosen = at === 0 ? 'aria-selected="true"' : 'aria-selected="false" tabindex="-1"'
    return `<button type="button" role="tab" id="${id}-${language}" data-tab="${language}"
      aria-controls="${id}-${language}-code" ${chosen}>${LANGUAGES[language]}</button>`
  })
  const panels = blocks.map((block, at) => {
    const language = languages[at]!
    return `<div role="tabpanel" id="${id}-${language}-code" aria-labelledby="${id}-${language}" data-lang="${language}">${figureHtml(block)}</div>`
  })
  return `<div class="tabs"><div role="tablist" aria-label="Language">${tabs.join('')}</div>${panels.join('\n')}</div>`
}

/** A block of code with its title, or else its language. */
export function figureHtml(block: Pick<Tokens.Code, 'lang' | 'text'>): string {
  const { language, title } = readInfo(block)
  const name = title ?? (language === 'sh' ? 'Shell' : (LANGUAGES[language] ?? language))
  const code = highlight(language, block.text)
  return `<figure class="code"><figcaption><span>${escapeHtml(name)}</span></figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`
}

const TEXT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])*'/
const PARTS: Readonly<Record<string, RegExp>> = {
  sh: new RegExp(`(${TEXT.source})|((?<=^|\\s)#.*)`, 'gm'),
  py: new RegExp(`(${TEXT.source})|((?<=^|\\s)#.*)`, 'gm'),
  ts: new RegExp(`(${TEXT.source}|\`[^\`]*\`)|(//.*)`, 'gm'),
  go: new RegExp(`(${TEXT.source}|\`[^\`]*\`)|(//.*)`, 'gm'),
  json: /("(?:\\.|[^"\\\n])*")()/g,
}

/** Texts and comments are marked; it is all that a reader of short blocks needs. */
function highlight(language: string, code: string): string {
  const pattern = PARTS[language]
  if (pattern === undefined) return escapeHtml(code)
  let at = 0
  let html = ''
  for (const { 0: whole, 1: text, index } of code.matchAll(pattern)) {
    const kind = text === undefined ? 'comment' : 'string'
    html += `${escapeHtml(code.slice(at, index))}<span class="${kind}">${escapeHtml(whole)}</span>`
    at = index + whole.length
  }
  return html + escapeHtml(code.slice(at))
}
