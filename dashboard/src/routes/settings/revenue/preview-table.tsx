import { Link } from '@tanstack/react-router'
import type { UserPreviewSettings } from '../../../../../clients/typescript/src/index.ts'
import { describeError } from '../../../data/queries.ts'
import { formatCounted } from '../../../format/values.ts'
import { Empty, Panel } from '../../../parts/page.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { listChanges } from './changes.ts'

interface Props {
  preview: UserPreviewSettings | null
  /** What is changed, for the button that saves it. */
  what: string
  /** Null where nothing is to be saved, or the person may not. */
  onSave: (() => Promise<void>) | null
}

/** The numbers of recent deals before and after, before anything is kept. */
export function PreviewTable({ preview, what, onSave }: Props) {
  const changed = preview?.submissions.filter(({ is_changed }) => is_changed) ?? []
  return (
    <Panel
      title="What would change"
      note={
        preview &&
        `${preview.changed_count} of ${formatCounted(preview.submissions.length, 'recent deal')}`
      }
      isFlush
      actions={
        preview &&
        onSave && (
          <button
            type="button"
            className="button primary"
            onClick={() => {
              onSave().catch((error: unknown) => notify(describeError(error).message))
            }}
          >
            Save the {what}
          </button>
        )
      }
    >
      {preview === null ? (
        <Empty title={`Change the ${what} to see the effect`}>
          Nothing is kept before you save, and saving can be undone.
        </Empty>
      ) : changed.length === 0 ? (
        <Empty title="No number of a recent deal would change" />
      ) : (
        <div className="scroller" tabIndex={0} role="group" aria-label="Table of changes">
          <table className="ledger">
            <caption className="sr-only">Changes</caption>
            <thead>
              <tr>
                <th scope="col">Deal</th>
                <th scope="col">Metric</th>
                <th scope="col" className="num">
                  Now
                </th>
                <th scope="col" className="num">
                  Would be
                </th>
              </tr>
            </thead>
            <tbody>
              {changed.flatMap((deal) =>
                listChanges(deal).map(({ label, before, after }, index) => (
                  <tr key={`${deal.id} ${label}`}>
                    <th scope="row">
                      {index === 0 && (
                        <Link to="/deals/$id" params={{ id: deal.id }}>
                          {deal.name}
                        </Link>
                      )}
                    </th>
                    <td>{label}</td>
                    <td className="num">{before}</td>
                    <td className="num font-semibold text-ink">{after}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
