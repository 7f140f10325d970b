import type { ContainerReader } from './container.ts'

/** Bytes of a PDF begin with `%PDF-`. */
const PDF_START = 'JVBERi0'
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/
/** What a report names its statement by, the best first. */
const NAMES = ['filename', 'description', 'assetId', 'id']
const DEEPEST = 12

interface Printed {
  name: string
  content: string
}

/** A statement report of Mastercard: JSON that holds the bank's own PDFs as base64. */
export const statementReportReader: ContainerReader = {
  list: async (bytes) =>
    listPrinted(bytes).map(({ name, content }) => ({
      name,
      sizeBytes: Buffer.byteLength(content, 'base64'),
    })),
  take: async (bytes, index) => Buffer.from(listPrinted(bytes)[index]!.content, 'base64'),
}

/** Broken JSON throws, and what is no base64 is no file. */
function listPrinted(bytes: Uint8Array): Printed[] {
  const found: Printed[] = []
  collect(JSON.parse(new TextDecoder().decode(bytes)), 0, found)
  return found
}

function collect(value: unknown, depth: number, found: Printed[]): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  for (const each of Object.values(value) as unknown[])
    if (typeof each === 'string' && each.startsWith(PDF_START) && BASE64.test(each))
      found.push({ name: nameIn(value, found.length + 1), content: each })
    else collect(each, depth + 1, found)
}

function nameIn(value: object, number: number): string {
  const names = value as Record<string, unknown>
  const named = NAMES.map((key) => names[key]).find((each) => typeof each === 'string')
  return (named ?? `statement ${number}`).slice(0, 100).replace(/(?:\.pdf)?$/i, '.pdf')
}
