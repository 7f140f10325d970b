import { list, choice, text } from '../../../values/rows/cells.ts'
import { readRows } from '../../../values/rows/rows.ts'

const KINDS = [
  'image_editor',
  'online_editor',
  'editing_library',
  'office',
  'print_to_pdf',
  'document_server',
] as const
export type ToolKind = (typeof KINDS)[number]

/** Programs that write PDFs. `kind` is what a program is, not what it was used for. */
export const PDF_TOOLS = readRows(
  new URL('./pdf-tools.csv', import.meta.url),
  {
    kind: choice(KINDS, 'a kind of program'),
    name: text,
    pattern: (written) => new RegExp(written, 'i'),
    samples: list(text),
  },
  ['name'],
)

export type PdfTool = (typeof PDF_TOOLS)[number]

/** The known program that left this name, or null. */
export function findTool(name: string | null): PdfTool | null {
  return name === null ? null : (PDF_TOOLS.find(({ pattern }) => pattern.test(name)) ?? null)
}
