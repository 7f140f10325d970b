import type { PrintLine } from '../../pdf/lines.ts'
import { groupLines } from '../../pdf/lines.ts'
import type { GlyphPage, PdfDocument, PdfReader } from '../../pdf/pdfium.ts'
import { readWords } from '../../pdf/words.ts'
import type { Box } from '../../statement.ts'
import { inspectPage } from './inspect-page.ts'
import type { ChangedPage, InspectedPage, Inspection } from './inspection.ts'
import { creatorToolsIn } from './picture-software.ts'
import { inspectSignatures } from './signatures.ts'
import { detectChange, revisionEnds, type PrintedRevision } from './revisions.ts'

/** Pages of a file with several revisions that are compared with their first version. */
const COMPARED_MAX = 100

/** Inspects the pages of one document as they are read; `close` frees what it opened. */
export interface Inspector {
  take(page: GlyphPage, lines: readonly PrintLine[]): void
  finish(): Promise<Inspection>
  close(): void
}

export interface InspectedFile {
  bytes: Uint8Array
  password: string | null
  reader: PdfReader
  document: PdfDocument
}

/** Takes pages that were read with their marks. Never throws for bad input. */
export function openInspector(file: InspectedFile): Inspector {
  const ends = revisionEnds(file.bytes)
  const first = ends.length > 1 ? openRevision(file, ends[0]!) : null
  const pages: InspectedPage[] = []
  const changedPages: ChangedPage[] = []
  const fontsBefore = new Set<string>()
  const fontsAfter: Inspection['addedFonts'] = []
  return {
    take(page, lines) {
      pages.push(inspectPage(page, lines))
      if (!first || page.number > COMPARED_MAX) return
      const before = readRevisionPage(first, page.number)
      const change = detectChange(before, { page, lines })
      if (change) changedPages.push(change)
      for (const { name } of before ? listFonts(before.page) : []) fontsBefore.add(name)
      fontsAfter.push(...listFonts(page))
    },
    finish: async () => ({
      ...readFacts(file),
      signatures: await inspectSignatures(file.bytes),
      revisionsCount: ends.length,
      changedPages,
      addedFonts: first ? fontsAfter.filter(({ name }) => !fontsBefore.has(name)) : [],
      pages,
    }),
    close: () => first?.close(),
  }
}

/** The file as it was first written; null when that cannot be opened. */
function openRevision({ bytes, password, reader }: InspectedFile, end: number): PdfDocument | null {
  return reader.open(bytes.subarray(0, end), password).document
}

function readRevisionPage(document: PdfDocument, number: number): PrintedRevision | null {
  const page = number <= document.pageCount ? document.page(number - 1, { withMarks: true }) : null
  return page && { page, lines: groupLines(readWords(page), number) }
}

/** The page's fonts, each where it is first used. */
function listFonts({ number, glyphs, marks }: GlyphPage): Inspection['addedFonts'] {
  const names = new Map((marks?.objects ?? []).map(({ handle, font }) => [handle, font?.name]))
  const fonts = new Map<string, Inspection['addedFonts'][number]>()
  for (const { object, x0, y0, x1, y1 } of glyphs) {
    const name = object === null ? null : names.get(object)
    if (name && !fonts.has(name))
      fonts.set(name, { page: number, name, box: [x0, y0, x1, y1] as Box })
  }
  return [...fonts.values()]
}

type FileFacts = Pick<Inspection, 'dates' | 'hasMetadata' | 'creatorTool' | 'actions'>

function readFacts({ bytes, document }: InspectedFile): FileFacts {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const created = document.meta('CreationDate')
  const modified = document.meta('ModDate')
  const known = [document.meta('Producer'), document.meta('Creator'), created, modified]
  return {
    dates: { created, modified },
    hasMetadata: known.some((value) => value !== null) || file.includes('<x:xmpmeta'),
    creatorTool: creatorToolsIn(file)[0] ?? null,
    actions: listActions(file, document),
  }
}

/** Actions in plain parts of the file; the engine knows the scripts of compressed parts. */
function listActions(file: Buffer, { scriptCount, attachmentCount }: PdfDocument): string[] {
  const hasScript = scriptCount > 0 || hasAction(file, '/JavaScript')
  return [
    ...(hasScript ? ['JavaScript'] : []),
    ...(hasAction(file, '/Launch') ? ['Launch'] : []),
    ...(attachmentCount > 0 ? ['EmbeddedFile'] : []),
  ]
}

/** `/S /Launch`: the name as the type of an action, not as some other value. */
function hasAction(file: Buffer, name: string): boolean {
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 1)) {
    if (/\/S\s*$/.test(file.toString('latin1', Math.max(0, at - 8), at))) return true
  }
  return false
}
