import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  Submission,
  SubmissionStipsItem,
} from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { dealQuery, keyed, refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatCounted, formatText } from '../../../format/values.ts'
import { Loading } from '../../../parts/page.tsx'
import { StipDialog } from '../../deal/checks/stips/stip-dialog.tsx'
import { CoveragePanel } from '../../deal/overview/coverage-panel.tsx'
import { Choices } from '../choices.tsx'
import type { KindProps } from '../kind.ts'

const SCOPE = {}

/** Which months there are no statements of, and the mail that requests them. */
export function MissingMonths({ item, deal: { id, name }, onDecide }: KindProps) {
  const can = useCan()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const stips = useQuery({
    queryKey: keyed('deal', id, 'stips'),
    queryFn: () => api.submissions.stips(id),
  })
  const missing = stips.data?.items.filter(({ status }) => status === 'missing') ?? []
  const wanted = missing.filter(({ code }) => !left.has(code))
  // Several accounts can each miss statements.
  const codes = [...new Set(wanted.map(({ code }) => code))]
  const { data: deal } = useQuery(dealQuery(id))
  const [isPreviewing, setPreviewing] = useState(false)
  const receiver = deal && findReceiver(deal)
  const request = (): void =>
    onDecide(item, {
      text: `Requested from ${receiver}: ${name}`,
      send: async () => {
        await api.submissions.createStipRequest(id, { codes })
        await refreshDeal(id)
      },
      isLasting: true,
    })
  return (
    <div className="kind">
      <Requested id={id} />
      {can('emails:write') && (
        <Choices
          choices={[
            {
              keys: 'a',
              label: receiver
                ? `Request ${formatCounted(wanted.length, 'item')} from ${receiver}`
                : `Request ${formatCounted(wanted.length, 'item')} by e-mail…`,
              isPrimary: true,
              isDisabled: codes.length === 0 || deal === undefined,
              run: receiver ? request : () => setPreviewing(true),
            },
            {
              keys: 'm',
              label: 'Preview the mail…',
              isDisabled: codes.length === 0 || deal === undefined,
              run: () => setPreviewing(true),
            },
          ]}
        />
      )}
      {isPreviewing && deal && (
        <StipDialog deal={deal} missing={wanted} onClose={() => setPreviewing(false)} />
      )}
      <Loading query={stips} height={160}>
        {() => <Missing items={missing} left={left} onLeave={setLeft} />}
      </Loading>
      <CoveragePanel id={id} scope={SCOPE} />
    </div>
  )
}

/** Who gets the request where nobody else is named; null where the deal knows of no address. */
function findReceiver({ source, companyInfo }: Submission): string | null {
  return source === 'broker' ? 'the broker' : (companyInfo.email ?? null)
}

interface MissingProps {
  items: readonly SubmissionStipsItem[]
  /** What is not requested, by its codes. */
  left: ReadonlySet<string>
  onLeave: (codes: ReadonlySet<string>) => void
}

function Missing({ items, left, onLeave }: MissingProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="label mb-1">To request</legend>
      {items.map(({ code, label, request_text }) => (
        <label key={`${code} ${label}`} className="flex min-h-6 items-start gap-2">
          <input
            type="checkbox"
            className="mt-1"
            checked={!left.has(code)}
            onChange={({ target }) => {
              const next = new Set(left)
              if (target.checked) next.delete(code)
              else next.add(code)
              onLeave(next)
            }}
          />
          {formatText(request_text ?? label)}
        </label>
      ))}
    </fieldset>
  )
}

/** The last request, so that nobody writes twice. */
function Requested({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: keyed('deal', id, 'stip-requests'),
    queryFn: () => api.submissions.listStipRequests(id, { limit: 1 }).page(),
  })
  const last = data?.data[0]
  if (last === undefined) return null
  return (
    <p className="notice">
      Requested {formatAgo(last.created_at, Date.now())} by {last.created_by}:{' '}
      {last.missing_count === 0
        ? 'everything has come.'
        : `${formatCounted(last.missing_count, 'item')} still missing.`}
    </p>
  )
}
