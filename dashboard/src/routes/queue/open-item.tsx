import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type ComponentType } from 'react'
import { formatAgo, formatInstant, formatText } from '../../format/values.ts'
import { useCan } from '../../data/scopes.ts'
import { useShortcuts } from '../../shell/keys.ts'
import type { KindProps } from './kind.ts'
import { Altered } from './kinds/altered.tsx'
import { Approval } from './kinds/approval.tsx'
import { Failed } from './kinds/failed.tsx'
import { MissingMonths } from './kinds/missing-months.tsx'
import { PolicyReview } from './kinds/policy-review.tsx'
import { ReviewRows } from './kinds/review-rows.tsx'
import { Unclassified } from './kinds/unclassified.tsx'
import { Unreconciled } from './kinds/unreconciled.tsx'
import { nameReason, type QueueItem, type Reason } from './queue-item.ts'

const KINDS: Record<Reason, ComponentType<KindProps>> = {
  approval: Approval,
  policy_review: PolicyReview,
  authenticity: Altered,
  unreconciled: Unreconciled,
  needs_review_rows: ReviewRows,
  unclassified: Unclassified,
  missing_months: MissingMonths,
  failed: Failed,
}

/** What decides each; whoever lacks it is shown so. */
const WRITES: Record<Reason, string> = {
  approval: 'workflows:write',
  policy_review: 'submissions:write',
  authenticity: 'documents:write',
  unreconciled: 'documents:write',
  needs_review_rows: 'transactions:write',
  unclassified: 'documents:write',
  missing_months: 'emails:write',
  failed: 'submissions:write',
}

/** One thing with all that is needed to decide it, and the keys that do. */
export function OpenItem(props: Omit<KindProps, 'deal'>) {
  const { submission_id, submission_name, reason, summary } = props.item
  const deal = { id: submission_id ?? '', name: submission_name ?? '' }
  const navigate = useNavigate()
  const can = useCan()
  useShortcuts([
    {
      keys: 'o',
      label: 'Open the deal',
      run: () => {
        if (submission_id !== null)
          void navigate({ to: '/deals/$id', params: { id: submission_id } })
      },
    },
  ])
  const Kind = KINDS[reason as Reason]
  return (
    <section
      className="panel min-w-0 self-start"
      aria-label={`${submission_name ?? nameReason(reason)}: ${summary}`}
    >
      <Head item={props.item} />
      {!can(WRITES[reason as Reason] ?? 'submissions:write') && (
        <p className="notice mx-4 mt-3">Your role shows this and does not decide it.</p>
      )}
      {Kind === undefined ? (
        <p className="p-4 text-muted">Open the deal to decide this.</p>
      ) : (
        <Kind {...props} deal={deal} />
      )}
    </section>
  )
}

function Head({ item }: { item: QueueItem }) {
  const { submission_id: id, submission_name, document_id, reason, summary, since } = item
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that decided the item before is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <header className="border-b border-hairline px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 ref={heading} tabIndex={-1}>
          {id === null ? (
            'Without a deal'
          ) : (
            <Link to="/deals/$id" params={{ id }} className="!text-ink">
              {submission_name}
            </Link>
          )}
        </h2>
        <span className="meta" title={formatInstant(since)}>
          {nameReason(reason)} · {formatAgo(since, Date.now())}
        </span>
      </div>
      <p>
        {formatText(summary)}{' '}
        {id !== null && document_id !== null && (
          <Link
            to="/deals/$id/documents/$documentId"
            params={{ id, documentId: document_id }}
            className="whitespace-nowrap"
          >
            Open the document
          </Link>
        )}
      </p>
    </header>
  )
}
