import { PAGES } from '../../src/resources/docs/guide/pages.ts'

export type Language = 'sh' | 'ts' | 'py' | 'go'

/** A block of a page of the guide that is run as it is printed. */
export interface Block {
  language: Language
  /** Line of the page, for messages. */
  line: number
  code: string
  /** What it prints, one entry for each `# →`. */
  expected: readonly string[]
  /** The status that its last command ends with. */
  exit: number
}

export interface Run {
  page: string
  language: Language
  blocks: readonly Block[]
}

const FENCE = /^```(sh|ts|py|go) assay([^\n]*)\n(.*?)^```$/gms

/** What is to be run: the blocks of a page in one language, in order. */
export function listRuns(): Run[] {
  return PAGES.flatMap(({ name, text }) => {
    const blocks = listBlocks(text)
    return [...Map.groupBy(blocks, ({ language }) => language)].map(([language, own]) => ({
      page: name,
      language,
      blocks: own,
    }))
  })
}

export function listBlocks(text: string): Block[] {
  return [...text.matchAll(FENCE)].map(({ 1: language, 2: options, 3: code, index }) => ({
    language: language as Language,
    line: text.slice(0, index).split('\n').length,
    code: code!,
    expected: listExpected(code!),
    exit: Number(/\bexit=(\d+)/.exec(options!)?.[1] ?? 0),
  }))
}

/** `# → {"a": 1,` and the lines below it that begin with `#   `. */
function listExpected(code: string): string[] {
  const found: string[] = []
  for (const line of code.split('\n')) {
    const [, first] = /^\s*(?:#|\/\/) → (.*)$/.exec(line) ?? []
    const [, further] = /^\s*(?:#|\/\/) {3}(.*)$/.exec(line) ?? []
    if (first !== undefined) found.push(first)
    else if (further !== undefined && found.length > 0) found.push(`${found.pop()!}\n${further}`)
  }
  return found
}
