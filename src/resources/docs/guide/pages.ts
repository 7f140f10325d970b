import { readFileSync } from 'node:fs'

/** A page of the guide, as it stands in `docs/guide`. */
export interface GuidePage {
  /** `quickstart`, of the file and of the address. */
  name: string
  title: string
  summary: string
  /** Whether it has no block that could be run, and states so. */
  hasNothingToRun: boolean
  /** Markdown without its head. */
  text: string
}

interface Part {
  name: string
  pages: readonly GuidePage[]
}

const FOLDER = new URL('../../../../docs/guide/', import.meta.url)

/** In the order of a deal's life, then of running the service. */
const CONTENTS: Readonly<Record<string, string>> = {
  Begin: 'quickstart clients cli sandbox',
  'A deal': 'underwrite statements evidence policies funders',
  'Calling the API': 'webhooks idempotency pagination handling-errors',
  Automate: 'workflows providers email',
  People: 'people',
  Operate: 'self-host backup scale',
  Reference: 'glossary',
}

export const PARTS: readonly Part[] = Object.entries(CONTENTS).map(([name, pages]) => ({
  name,
  pages: pages.split(' ').map(readPage),
}))

export const PAGES: readonly GuidePage[] = PARTS.flatMap(({ pages }) => pages)

function readPage(name: string): GuidePage {
  const { head, text } = readHead(readFileSync(new URL(`${name}.md`, FOLDER), 'utf8'))
  const { title, summary, runs } = head
  if (!title || !summary) throw new Error(`docs/guide/${name}.md needs a title and a summary`)
  return { name, title, summary, hasNothingToRun: runs === 'nothing to run', text }
}

/** `key: value` lines between two lines of `---`, and what follows them. */
export function readHead(text: string): { head: Record<string, string>; text: string } {
  const found = /^---\n(.*?)\n---\n/s.exec(text)
  if (!found) throw new Error('A page of the guide begins with its head')
  const lines = found[1]!.split('\n').map((line) => {
    const at = line.indexOf(': ')
    return [line.slice(0, at), line.slice(at + 2)] as const
  })
  return { head: Object.fromEntries(lines), text: text.slice(found[0].length).trimStart() }
}
