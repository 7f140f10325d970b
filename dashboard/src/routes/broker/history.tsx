import type { BrokerSubmission } from '../../../../clients/typescript/src/index.ts'
import { formatInstant, toWords } from '../../format/values.ts'
import { Panel } from '../../parts/page.tsx'

const WORDS: Readonly<Record<string, string>> = {
  draft: 'Started',
  submitted: 'Submitted',
  in_review: 'Review started',
  changes_requested: 'Changes requested',
  accepted: 'Accepted',
  rejected: 'Declined',
  withdrawn: 'Withdrawn',
}

/** What has happened to the deal, the last first, with what each side wrote. */
export function History({ deal: { history } }: { deal: BrokerSubmission }) {
  return (
    <Panel title="What happened">
      <ol className="grid gap-2">
        {history.toReversed().map(({ at, to, by, note }) => (
          <li key={`${at} ${to}`}>
            {WORDS[to] ?? toWords(to)}{' '}
            <span className="meta">
              by the {by}, {formatInstant(at)}
            </span>
            {note && <p className="mt-1 border-l-2 border-line pl-2">{note}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
