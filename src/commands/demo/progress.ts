interface DocumentState {
  id: string
  filename: string
  status: string
  document_class: string | null
  page_count: number | null
  error_code: string | null
}

interface Status {
  status: string
  stage: string | null
  documents: DocumentState[]
}

const MARKS: Record<string, string> = {
  processed: '✓',
  parsed: '✓',
  review_required: '!',
  failed: '✗',
  unsupported: '–',
  excluded: '–',
}

/**
 * Turns status objects into lines, printed once: a document when it is settled, the stages that
 * follow.
 */
export function createProgress(
  print: (line: string) => void,
): (status: Record<string, unknown>) => void {
  const printed = new Set<string>()
  const printOnce = (key: string, line: string): void => {
    if (printed.has(key)) return
    printed.add(key)
    print(line)
  }
  return (raw) => {
    const status = raw as unknown as Status
    for (const document of status.documents) {
      const mark = MARKS[document.status]
      if (mark !== undefined) printOnce(document.id, `  ${mark} ${formatLine(document)}`)
    }
    const isReading = status.documents.some(({ status: own }) => MARKS[own] === undefined)
    if (!isReading && status.stage) printOnce(`stage ${status.stage}`, `  … ${status.stage}`)
  }
}

function formatLine({
  filename,
  document_class,
  page_count,
  status,
  error_code,
}: DocumentState): string {
  const pages = page_count === null ? '' : ` · ${page_count} page${page_count === 1 ? '' : 's'}`
  const what = error_code ?? (document_class ?? 'unknown').replaceAll('_', ' ')
  const note = status === 'review_required' ? ' · does not reconcile, needs review' : ''
  return `${filename.padEnd(36)} ${what}${pages}${note}`
}
