import type { BrokerSubmission } from '../../../../clients/typescript/src/index.ts'
import { describeError } from '../../data/queries.ts'
import { api } from '../../data/session.ts'
import { formatAgo, toWords, UNKNOWN } from '../../format/values.ts'
import { ACCEPTED } from '../../parts/drop-area.tsx'
import { Empty, Panel } from '../../parts/page.tsx'
import { State } from '../../parts/records/state.tsx'
import { notify } from '../../parts/toasts.tsx'
import { refreshBroker } from './broker-queries.ts'

interface Props {
  deal: BrokerSubmission
  isOpen: boolean
  onFiles: (files: File[]) => void
}

/** The files of a deal, and how far each is read. */
export function Files({ deal, isOpen, onFiles }: Props) {
  return (
    <Panel
      title="4 Documents"
      isFlush
      actions={
        isOpen && (
          <label className="button no-print has-[:focus-visible]:outline-2">
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
    >
      {deal.files.length === 0 ? (
        <Empty title="No documents yet">
          {isOpen
            ? 'Drop bank statements, the signed application and a voided check anywhere on this page.'
            : 'The broker brought none.'}
        </Empty>
      ) : (
        <FileTable deal={deal} isOpen={isOpen} />
      )}
    </Panel>
  )
}

function FileTable({ deal, isOpen }: Omit<Props, 'onFiles'>) {
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of documents">
      <table className="ledger">
        <caption className="sr-only">Documents</caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">What it is</th>
            <th scope="col">Status</th>
            <th scope="col" className="num">
              Pages
            </th>
            <th scope="col">Added</th>
            {isOpen && <th scope="col">Change</th>}
          </tr>
        </thead>
        <tbody>
          {deal.files.map((file) => (
            <tr key={file.id}>
              <th scope="row">
                <span className="break-all">{file.filename}</span>
                {file.error_message && <div className="meta">{file.error_message}</div>}
              </th>
              <td>{file.document_class === null ? UNKNOWN : toWords(file.document_class)}</td>
              <td>
                <State state={file.status} />
              </td>
              <td className="num">{file.page_count ?? UNKNOWN}</td>
              <td className="whitespace-nowrap">{formatAgo(file.created_at, Date.now())}</td>
              {isOpen && (
                <td>
                  <button
                    type="button"
                    className="button"
                    aria-label={`Remove ${file.filename}`}
                    onClick={() => void remove(deal.id, file.id)}
                  >
                    Remove
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

async function remove(id: string, fileId: string): Promise<void> {
  try {
    await api.broker.deleteFile(id, fileId)
    await refreshBroker()
  } catch (error) {
    notify(describeError(error).message)
  }
}
