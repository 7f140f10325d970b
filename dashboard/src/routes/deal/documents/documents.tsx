import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Document } from '../../../../../clients/typescript/src/index.ts'
import { describeError, documentsQuery, keyed, pdfsQuery } from '../../../data/queries.ts'
import { refusedQuery } from '../../../data/refused.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import {
  formatBytes,
  formatDay,
  formatPercent,
  toWords,
  UNKNOWN,
  formatText,
} from '../../../format/values.ts'
import { ACCEPTED, DropArea } from '../../../parts/drop-area.tsx'
import { Status } from '../../../parts/marks.tsx'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { useRowKeys } from '../../../parts/row-keys.ts'
import { saveRecords } from '../../../parts/save-csv.ts'
import { notify } from '../../../parts/toasts.tsx'
import { listHolders } from '../holders.ts'
import { isReconciled } from '../statement/doubts.ts'
import { DocumentActions } from './document-actions.tsx'

const route = getRouteApi('/deals/$id')

/** The files of a deal, how far each is read, and what each needs. */
export function Documents() {
  const { id } = route.useParams()
  const documents = useQuery(documentsQuery(id))
  const { upload, uploading } = useUpload(id)
  return (
    <DropArea onFiles={(files) => void upload(files)}>
      <RefusedFiles id={id} />
      <Panel
        title="Documents"
        note={uploading !== null && <span role="status">◐ Uploading {uploading}</span>}
        isFlush
        actions={
          <div className="flex gap-2 no-print">
            <button
              type="button"
              className="button"
              disabled={!documents.data?.length}
              onClick={() => saveRecords('documents', documents.data ?? [])}
            >
              CSV
            </button>
            <AddFiles onFiles={(files) => void upload(files)} />
          </div>
        }
      >
        <Loading query={documents} height={200}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="No documents yet">
                Drop statements, the application or a voided check anywhere on this page.
              </Empty>
            ) : (
              <DocumentTable id={id} rows={rows} />
            )
          }
        </Loading>
      </Panel>
    </DropArea>
  )
}

/** What was refused when the deal was made, until it was read. */
function RefusedFiles({ id }: { id: string }) {
  const queries = useQueryClient()
  const { data: refused = [] } = useQuery(refusedQuery(id))
  if (refused.length === 0) return null
  return (
    <div className="notice mb-3" data-tone="negative" role="alert">
      <ul className="grid gap-1">
        {refused.map(({ name, why }) => (
          <li key={name}>
            <strong className="negative">✕ Not taken: {name}.</strong> {why}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button"
        onClick={() => queries.setQueryData(refusedQuery(id).queryKey, [])}
      >
        Close
      </button>
    </div>
  )
}

function AddFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <label className="button has-[:focus-visible]:outline-2">
      Add files
      <input
        type="file"
        multiple
        accept={ACCEPTED}
        className="sr-only"
        onChange={({ target }) => onFiles([...(target.files ?? [])])}
      />
    </label>
  )
}

/** One file after the other; `uploading` says which. */
function useUpload(id: string) {
  const queries = useQueryClient()
  const [uploading, setUploading] = useState<string | null>(null)
  const upload = async (files: File[]): Promise<void> => {
    for (const [index, file] of files.entries()) {
      setUploading(`${file.name}, ${index + 1} of ${files.length}`)
      try {
        await api.documents.upload(id, { file: { filename: file.name, content: file } })
      } catch (error) {
        notify(`${file.name}: ${describeError(error).message}`)
      }
      await queries.invalidateQueries({ queryKey: keyed('deal', id) })
    }
    setUploading(null)
  }
  return { upload, uploading }
}

function DocumentTable({ id, rows }: { id: string; rows: Document[] }) {
  const { data: pdfs = [] } = useQuery(pdfsQuery(id))
  const holders = new Map(pdfs.map((pdf) => [pdf.id, [...new Set(listHolders(pdf).flat())]]))
  const set = new Set(
    pdfs.flatMap(({ id: pdf, statements }) =>
      statements.some(({ contradictions }) => contradictions.length > 0) ? [pdf] : [],
    ),
  )
  const navigate = useNavigate()
  const at = useRowKeys(rows.length, (index) => {
    const params = { id, documentId: rows[index]!.id }
    void navigate({ to: '/deals/$id/documents/$documentId', params })
  })
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of documents">
      <table className="ledger">
        <caption className="sr-only">Documents</caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Class</th>
            <th scope="col">Status</th>
            <th scope="col">Account holder</th>
            <th scope="col">Period</th>
            <th scope="col" className="num">
              Pages
            </th>
            <th scope="col" className="num">
              Rows
            </th>
            <th scope="col">Reconciled</th>
            <th scope="col" className="num">
              Authenticity
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((document, index) => (
            <DocumentRow
              key={document.id}
              id={id}
              document={document}
              holders={holders.get(document.id) ?? []}
              isSet={set.has(document.id)}
              isCurrent={index === at}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  id: string
  document: Document
  /** Names that its statements print. */
  holders: readonly string[]
  /** It closes by a figure that a person set against the page. */
  isSet: boolean
  isCurrent: boolean
}

function DocumentRow({ id, document, holders, isSet, isCurrent }: RowProps) {
  const can = useCan()
  const { display_name, size_bytes, document_class, status, progress, period, problems } = document
  const isReading = status !== 'processed' && progress > 0 && progress < 1
  return (
    <tr aria-selected={isCurrent || undefined}>
      <th scope="row">
        <Link
          to="/deals/$id/documents/$documentId"
          params={{ id, documentId: document.id }}
          className="font-semibold !text-ink"
        >
          {display_name}
        </Link>
        {!document.is_included && <span className="chip ml-2">excluded</span>}
        <div className="meta max-w-[56vw] whitespace-normal">
          {formatText(document.error_message ?? problems[0]?.message ?? formatBytes(size_bytes))}
        </div>
      </th>
      <td>{document_class === null ? UNKNOWN : toWords(document_class)}</td>
      <td>
        <Status state={status} {...(isReading && { detail: formatPercent(progress) })} />
      </td>
      <td>{holders.join(', ') || UNKNOWN}</td>
      <td className="whitespace-nowrap">
        {period === null
          ? UNKNOWN
          : `${formatDay(period.start_date)} to ${formatDay(period.end_date)}`}
      </td>
      <td className="num">{document.page_count ?? UNKNOWN}</td>
      <td className="num">{document.transactions_count}</td>
      <td>
        <Reconciled document={document} isSet={isSet} />
      </td>
      <td className="num">
        {document.authenticity === null ? UNKNOWN : Math.round(document.authenticity.score)}
      </td>
      <td className="num no-print">
        {can('documents:write') && <DocumentActions id={id} document={document} />}
      </td>
    </tr>
  )
}

function Reconciled({ document: { reconciliation }, isSet }: Pick<RowProps, 'document' | 'isSet'>) {
  if (reconciliation === null) return <>{UNKNOWN}</>
  const { status, failed_checks: failed } = reconciliation
  if (status === 'unreconciled') return <span className="negative">✕ no</span>
  if (isSet)
    return (
      <span className="caution" title="It closes by a figure that a person set, not by print">
        ▲ by a person’s figure
      </span>
    )
  if (!isReconciled(status))
    return (
      <span className="caution" title="No printed balances by which its rows could be checked">
        ∅ not proven
      </span>
    )
  if (failed.some((check) => PRINTED.has(check)))
    return (
      <span className="caution" title="A figure that the bank prints differs from the rows">
        ▲ yes, a printed figure differs
      </span>
    )
  return <span className="positive">✓ yes</span>
}

/** Checks of totals, running and daily balances that the statement prints. */
const PRINTED: ReadonlySet<string> = new Set(['T2', 'T3', 'T4'])
