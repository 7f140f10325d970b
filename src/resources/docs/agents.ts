import { agentsGuide, type Block } from '../../mcp/guide/guide.ts'
import { escapeHtml, pageHtml, proseHtml } from './html.ts'

/** How agents are set up for the service at an address, and what they find. */
export function agentsPage(publicUrl: string): string {
  const body = agentsGuide(publicUrl).map(toHtml).join('\n')
  return pageHtml('Agents', `<h1>Agents</h1>\n${body}`)
}

function toHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h2>${escapeHtml(block.text)}</h2>`
    case 'text':
      return `<p>${emphasize(proseHtml(block.text))}</p>`
    case 'code':
      return `<pre>${escapeHtml(block.text)}</pre>`
    default:
      return `<table><tr>${cells('th', block.head)}</tr>\n${block.rows
        .map((row) => `<tr>${cells('td', row)}</tr>`)
        .join('\n')}</table>`
  }
}

function cells(element: string, values: readonly string[]): string {
  return values.map((value) => `<${element}>${proseHtml(value)}</${element}>`).join('')
}

function emphasize(html: string): string {
  return html.replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
}
