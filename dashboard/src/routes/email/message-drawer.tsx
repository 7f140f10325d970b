import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EmailDetail } from '../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { formatBytes, formatInstant, formatPercent, toWords } from '../../format/values.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Loading } from '../../parts/page.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { State } from '../../parts/records/state.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { notify } from '../../parts/toasts.tsx'
import { describeParty, nameSent } from './party.ts'

const UNDER_WAY = new Set(['queued', 'sending', 'received', 'processing'])
const UNDER_WAY_MS = 1_000

/** One mail: its text, its files and which documents they became. */
export function MessageDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const message = useQuery({
    queryKey: keyed('emails', 'one', id),
    queryFn: () => api.emails.get(id),
    // Whether it left, or was kept, is known only then.
    refetchInterval: ({ state }) =>
      UNDER_WAY.has(state.data?.status ?? '') ? UNDER_WAY_MS : false,
  })
  return (
    <Dialog title={message.data?.subject || 'Mail'} kind="drawer" onClose={onClose}>
      <div className="p-4">
        <Loading query={message} height={320}>
          {(data) => <Details email={data} />}
        </Loading>
      </div>
    </Dialog>
  )
}

function Details({ email }: { email: EmailDetail }) {
  const { id, from, to, cc, status, error, match, authentication, text, is_captured } = email
  return (
    <div className="grid gap-4">
      <Facts
        facts={[
          ['From', from && describeParty(from)],
          ['To', to.map(describeParty).join(', ')],
          ...(cc.length > 0 ? ([['Copy', cc.map(describeParty).join(', ')]] as const) : []),
          ['Status', <State key="status" state={status} word={nameSent(status)} />],
          ['Why', error?.message],
          ['When', formatInstant(email.received_at ?? email.sent_at ?? email.created_at)],
          [
            'Deal found by',
            match && `${toWords(match.method)}, ${formatPercent(match.confidence)} confidence`,
          ],
          [
            'Sender',
            authentication &&
              `SPF ${authentication.spf}, DKIM ${authentication.dkim}, DMARC ${authentication.dmarc}`,
          ],
        ]}
      />
      {is_captured && (
        <p className="notice">Mails of the test mode are kept here and never leave.</p>
      )}
      <Attachments email={email} />
      <pre className="whitespace-pre-wrap break-words font-sans">{text}</pre>
      <Actions id={id} status={status} />
    </div>
  )
}

function Attachments({ email: { attachments, submission_id } }: { email: EmailDetail }) {
  const files = attachments.filter(({ is_inline }) => !is_inline)
  if (files.length === 0) return null
  return (
    <ul className="grid gap-1" aria-label="Files">
      {files.map(({ id, filename, size_bytes, document_id, ignored }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4">
          {document_id !== null && submission_id !== null ? (
            <Link
              to="/deals/$id/documents/$documentId"
              params={{ id: submission_id, documentId: document_id }}
            >
              {filename}
            </Link>
          ) : (
            <span>
              {filename}
              {ignored && <span className="meta"> ignored: {toWords(ignored)}</span>}
            </span>
          )}
          <span className="meta">{formatBytes(size_bytes)}</span>
        </li>
      ))}
    </ul>
  )
}

function Actions({ id, status }: { id: string; status: string }) {
  const can = useCan()
  const run = (work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => notify(describeError(error).message))
  }
  const isBack = status === 'failed' || status === 'bounced'
  return (
    <div className="flex flex-wrap gap-2">
      {isBack && can('emails:write') && (
        <button
          type="button"
          className="button primary"
          onClick={run(async () => {
            await api.emails.retry(id)
            await queryClient.invalidateQueries({ queryKey: keyed('emails') })
          })}
        >
          Send it again
        </button>
      )}
      <button
        type="button"
        className="button"
        onClick={run(async () => saveFile(await api.emails.eml(id)))}
      >
        Download the mail
      </button>
    </div>
  )
}
