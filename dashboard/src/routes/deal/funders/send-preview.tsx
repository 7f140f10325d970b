import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  FunderForSubmission,
  FunderPreviewSubmission,
} from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatBytes } from '../../../format/values.ts'
import { Loading } from '../../../parts/page.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { SenderNote } from '../../../parts/sender-note.tsx'
import { describeParty } from '../../email/party.ts'
import { toLink, type Order } from './send-one.ts'

interface Props {
  dealId: string
  funders: readonly FunderForSubmission[]
  order: Order
}

/** The mail to each funder as it would leave now, read before anything is sent. */
export function SendPreview({ dealId, funders, order }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid gap-3">
      <button
        type="button"
        className="button quiet justify-self-start"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> Preview what they get
      </button>
      {isOpen && <Mails dealId={dealId} funders={funders} order={order} />}
    </div>
  )
}

function Mails({ dealId, funders, order }: Props) {
  const previews = useQueries({
    queries: funders.map((funder) => {
      const params = toLink(dealId, funder, order)
      return {
        queryKey: keyed('deal', dealId, 'sending', funder.funder_id, params),
        queryFn: () => api.funders.previewSubmission(funder.funder_id, params),
      }
    }),
  })
  return funders.map(({ funder_id, funder_name }, index) => (
    <section
      key={funder_id}
      aria-label={`What ${funder_name} gets`}
      className="grid gap-2 rounded border border-hairline p-3"
    >
      <Loading query={previews[index]!} height={160}>
        {(mail) => <MailText mail={mail} />}
      </Loading>
    </section>
  ))
}

function MailText({ mail }: { mail: FunderPreviewSubmission }) {
  const { channel, from, to, subject, text, files } = mail
  return (
    <>
      <Facts
        facts={[
          ...(from ? ([['From', describeParty(from)]] as const) : []),
          ['To', channel === 'api' ? `${to} (its API)` : to],
          ['Subject', channel === 'api' ? null : subject],
        ]}
      />
      {from && <SenderNote address={from.address} />}
      <pre className="whitespace-pre-wrap break-words font-sans">{text}</pre>
      <ul aria-label="Files" className="grid gap-1">
        {files.map(({ filename, size_bytes }) => (
          <li key={filename} className="flex justify-between gap-x-4">
            <span className="min-w-0 truncate">{filename}</span>
            <span className="meta">
              {size_bytes === null ? 'printed then' : formatBytes(size_bytes)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
