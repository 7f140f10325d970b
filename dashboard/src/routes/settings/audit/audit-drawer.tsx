import { Link } from '@tanstack/react-router'
import type { AuditLog } from '../../../../../clients/typescript/src/index.ts'
import { formatInstant, toWords, UNKNOWN } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { nameRecord } from './kinds.ts'

/** One entry: who did what, from where, and what changed. */
export function AuditDrawer({ entry, onClose }: { entry: AuditLog; onClose: () => void }) {
  const { actor, submission_id, submission_name, request_id, changes, hash } = entry
  return (
    <Dialog title={entry.summary} note={formatInstant(entry.at)} kind="drawer" onClose={onClose}>
      <div className="grid gap-4 p-4">
        <Facts
          facts={[
            ['Who', actor.name ?? toWords(actor.type)],
            ['As', toWords(actor.type)],
            ['From', actor.ip],
            ['Program', actor.user_agent],
            ['On', nameRecord(entry)],
            ['Id', entry.resource_id && <code>{entry.resource_id}</code>],
            [
              'Deal',
              submission_id && (
                <Link to="/deals/$id" params={{ id: submission_id }}>
                  {submission_name ?? 'Open the deal'}
                </Link>
              ),
            ],
            [
              'Request',
              request_id && (
                <Link to="/developers/requests" search={{ open: request_id }}>
                  Open the request
                </Link>
              ),
            ],
            ['Place in the chain', entry.sequence],
            ['Hash', hash && <code>{hash}</code>],
          ]}
        />
        {changes.length > 0 && <Changes changes={changes} />}
        <Narrow entry={entry} />
      </div>
    </Dialog>
  )
}

/** One statement of several is named by its id. */
const OF_RECORD = /^[0-9a-f-]{36}\./

/** What each field was and became. */
function Changes({ changes }: Pick<AuditLog, 'changes'>) {
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Changes">
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">Changed</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, from, to }) => (
            <tr key={field}>
              <th scope="row">{toWords(field.replace(OF_RECORD, '').replaceAll('.', ' '))}</th>
              <td className="break-all">{write(from)}</td>
              <td className="break-all text-ink">{write(to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function write(value: unknown): string {
  if (value === null || value === undefined || value === '') return UNKNOWN
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The way to what else somebody did, or what else was done on the deal. */
function Narrow({ entry: { actor, submission_id, submission_name } }: { entry: AuditLog }) {
  return (
    <p className="flex flex-wrap gap-x-4">
      {actor.id !== null && (
        <Link to="/settings/audit" search={{ who: actor.id }}>
          All by {actor.name ?? toWords(actor.type)}
        </Link>
      )}
      {submission_id !== null && (
        <Link to="/settings/audit" search={{ deal: submission_id }}>
          All on {submission_name ?? 'this deal'}
        </Link>
      )}
    </p>
  )
}
