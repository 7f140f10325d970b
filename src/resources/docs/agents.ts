import { agentsGuide, type Block } from '../../mcp/guide/guide.ts'
import { figureHtml, tableHtml, toId } from './guide/markdown.ts'
import { escapeHtml, proseHtml } from './html.ts'
import { renderDocs } from './site/layout.ts'

/** How agents are set up for the service at an address, and what they find. */
export function agentsPage(publicUrl: string): string {
  const blocks = agentsGuide(publicUrl)
  const headings = blocks.flatMap((one) =>
    one.kind === 'heading' ? [{ id: toId(one.text), text: one.text }] : [],
  )
  const body = `<h1>Agents</h1>\n${blocks.map(toHtml).join('\n')}`
  return renderDocs({
    title: 'Agents',
    path: '/docs/agents',
    body,
    headings,
    source: '/docs/agents.md',
  })
}

function toHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 id="${toId(block.text)}">${escapeHtml(block.text)}</h2>`
    case 'text':
      return `<p>${emphasize(proseHtml(block.text))}</p>`
    case 'code':
      return figureHtml({ lang: block.format, text: block.text })
    default:
      return tableHtml(
        cells('th', block.head),
        block.rows.map((row) => cells('td', row)),
      )
  }
}

function cells(element: string, values: readonly string[]): string {
  return values.map((value) => `<${element}>${proseHtml(value)}</${element}>`).join('')
}

function emphasize(html: string): string {
  return html.replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
}
