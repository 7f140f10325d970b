export interface SetUp {
  name: string
  /** Where the snippet belongs. */
  place: string
  text: string
}

const LOCAL = 'http://localhost:3100'

/**
 * The snippets of the page about agents, for the address of this copy: `**Cursor**: .cursor/mcp.json`
 * and the block of code after it.
 */
export function readSetUps(markdown: string, origin: string): SetUp[] {
  const pattern = /^\*\*(.+?)\*\*: ([\s\S]+?)\n\n```\w+\n([\s\S]*?)\n```/gm
  return [...markdown.matchAll(pattern)].map(([, name = '', place = '', text = '']) => ({
    name,
    place: place.replaceAll('\n', ' '),
    text: text.replaceAll(LOCAL, origin),
  }))
}
