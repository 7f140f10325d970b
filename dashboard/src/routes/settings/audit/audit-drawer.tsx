import { Link } from '@tanstack/react-router'
import type { AuditLog } from '../../../../../clients/typescript/src/index.ts'
import { formatInstant, toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Json } from '../../../parts/records/code.tsx'
import { Facts } from '../../../parts/records/facts.tsx'

/** One entry: who did what, from where, and what changed. */
export function AuditDrawer({ entry, onClose }: { entry: AuditLog; onClose: () => void }) {
  const { actor, submission_id, request_id, changes, hash } = entry
  return (
    <Dialog title={entry.summary} note={formatInstant(entry.at)} kind="drawer" onClose={onClose}>
      <div className="grid gap-4 p-4">
        <Facts
          facts={[
            ['Who', actor.name ?? toWords(actor.type)],
            ['As', toWords(actor.type)],
            ['From', actor.ip],
            ['Program', actor.user_agent],
            ['On', toWords(entry.resource_type)],
            ['Id', entry.resource_id && <code>{entry.resource_id}</code>],
            [
              'Deal',
              submission_id && (
                <Link to="/deals/$id" params={{ id: submission_id }}>
                  Open the deal
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
        {changes.length > 0 && <Json label="Changes" value={changes} />}
      </div>
    </Dialog>
  )
}
