import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Pdf, Transaction } from '../../../../../clients/typescript/src/index.ts'
import { pdfQuery, rowsOfDocumentQuery } from '../../../data/queries.ts'
import { Fault, Skeleton } from '../../../parts/page.tsx'
import { useShortcuts } from '../../../shell/keys.ts'
import { CorrectionsPanel } from '../corrections/corrections-panel.tsx'
import { ImpactStrip } from '../transactions/impact-strip.tsx'
import { useFields } from './document-fields.tsx'
import { DocumentHead } from './document-head.tsx'
import { listBoxes, PagePicture } from './page-picture.tsx'
import { OtherDocument } from './other-document.tsx'
import { ReconciliationBar } from './reconciliation-bar.tsx'
import { Split } from './split.tsx'
import { StatementRows } from './statement-rows.tsx'
import { useHealing } from './use-healing.ts'

const route = getRouteApi('/deals/$id/documents/$documentId')

export interface StatementSearch {
  page?: string | undefined
  /** The transaction that is marked, or the field by its name. */
  row?: string | undefined
}

/** A page of a document beside the rows that were read from it; a wrong value is mended in place. */
export function StatementPage() {
  const { id, documentId } = route.useParams()
  const search = route.useSearch() as StatementSearch
  const navigate = useNavigate()
  const pdf = useQuery(pdfQuery(id, documentId))
  const list = useQuery(rowsOfDocumentQuery(id, documentId))
  const healing = useHealing(id, documentId)
  const marked = list.data?.find((row) => row.id === search.row)?.evidence.page ?? 1
  const page = Math.max(1, Number(search.page ?? marked) || 1)
  const count = pdf.data?.page_count ?? 1
  const rows = useMemo(() => listPageRows(list.data, page, count), [list.data, page, count])
  const go = (next: StatementSearch): void =>
    void navigate({
      to: '.',
      search: (before: StatementSearch) => ({ ...before, ...next }),
      replace: true,
      resetScroll: false,
    })
  const turn = (step: number): void => {
    const next = Math.min(count, Math.max(1, page + step))
    if (next !== page) go({ page: String(next), row: undefined })
  }
  const { places, noun } = usePlaces(pdf.data, list.data, rows)
  const move = (step: number): void => {
    const at = places.findIndex(({ row }) => row === search.row)
    const next = places[Math.min(places.length - 1, Math.max(0, at + step))]
    if (next !== undefined) go(next)
  }
  useShortcuts([
    { keys: '[', label: 'Page before', run: () => turn(-1) },
    { keys: ']', label: 'Next page', run: () => turn(1) },
    { keys: 'j', label: `Next ${noun}`, run: () => move(1) },
    { keys: 'k', label: `${noun === 'row' ? 'Row' : 'Field'} before`, run: () => move(-1) },
    { keys: 'Escape', label: 'Back to where you came from', run: () => history.back() },
    { keys: 'e', label: 'Edit the field, or the amount of the row', run: editMarked },
  ])
  const error = pdf.error ?? list.error
  if (error) return <Fault error={error} onRetry={() => void pdf.refetch()} />
  if (pdf.data === undefined || list.data === undefined) return <Skeleton height={520} />
  if (isOther(pdf.data, list.data))
    return (
      <div className="grid gap-3">
        <DocumentHead id={id} pdf={pdf.data} page={page} count={count} onTurn={turn} />
        <OtherDocument
          id={id}
          document={pdf.data}
          page={page}
          marked={search.row}
          onMark={(row, at) => go({ row, page: String(at ?? page) })}
        />
      </div>
    )
  return (
    <div className="grid gap-3">
      <DocumentHead id={id} pdf={pdf.data} page={page} count={count} onTurn={turn} />
      <ImpactStrip impact={healing.impact} onClose={healing.dismiss} />
      {pdf.data.statements.map((statement) => (
        <ReconciliationBar key={statement.id} statement={statement} pdf={pdf.data} />
      ))}
      <CorrectionsPanel id={id} documentId={documentId} title="Changes of this document" />
      <Split
        left={
          <PagePicture
            documentId={documentId}
            page={page}
            boxes={listBoxes(rows)}
            marked={search.row}
            onMark={(row) => go({ row })}
          />
        }
        right={
          <StatementRows
            rows={rows}
            marked={search.row}
            onMark={(row) => go({ row })}
            statements={pdf.data.statements}
            healing={healing}
          />
        }
      />
    </div>
  )
}

/** What `j` and `k` go through: the rows of the page, or the fields of a document that has none. */
function usePlaces(
  pdf: Pdf | undefined,
  list: readonly Transaction[] | undefined,
  rows: readonly Transaction[],
): { places: StatementSearch[]; noun: 'row' | 'field' } {
  const { id, documentId } = route.useParams()
  const hasFields = pdf !== undefined && list !== undefined && isOther(pdf, list)
  const { data } = useFields(id, documentId, hasFields && pdf.parsed_at !== null)
  if (!hasFields) return { places: rows.map(({ id: row }) => ({ row })), noun: 'row' }
  const places = Object.entries(data?.fields ?? {}).map(([row, { page }]) =>
    page === null ? { row } : { row, page: String(page) },
  )
  return { places, noun: 'field' }
}

/** Nothing of it is a statement's, so that its fields are what there is to see. */
function isOther({ statements }: Pdf, rows: readonly Transaction[]): boolean {
  return statements.length === 0 && rows.length === 0
}

/** The amount of the row that is marked, or the field, can be typed over. */
function editMarked(): void {
  const marked = 'tr[aria-selected=true]'
  document
    .querySelector<HTMLElement>(`${marked} [data-edit=amount], ${marked} [data-edit=field]`)
    ?.click()
}

/** The rows of a page in the order in which they are printed; all of a file without pages. */
function listPageRows(rows: Transaction[] | undefined, page: number, count: number): Transaction[] {
  const own = (rows ?? []).filter((row) => count < 2 || (row.evidence.page ?? page) === page)
  return own.toSorted((one, other) => top(one) - top(other))
}

function top({ evidence }: Transaction): number {
  return evidence.bbox?.[1] ?? 0
}
