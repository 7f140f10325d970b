import { Link } from '@tanstack/react-router'
import type { SubmissionPolicyEvaluationResult } from '../../../../../clients/typescript/src/index.ts'
import { formatAgo, formatCounted, toWords, UNKNOWN, formatText } from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { describeMeasured } from './policy-results.ts'
import { Value } from '../evidence/value.tsx'

interface Props {
  id: string
  rule: SubmissionPolicyEvaluationResult
  isCurrent: boolean
  isOverridable: boolean
  onOverride: () => void
  onTakeBack: () => void
}

/** What one rule found, in a sentence with its numbers, and the rows that it rests on. */
export function RuleRow(props: Props) {
  const { id, rule, isCurrent, isOverridable, onOverride, onTakeBack } = props
  const { rule_name, result, consequence, mode, overridden, severity, metric_status } = rule
  return (
    <tr aria-selected={isCurrent || undefined}>
      <td>
        <Status state={result} {...(overridden && { detail: 'overridden' })} />
      </td>
      <th scope="row">
        <strong>{rule_name}</strong>
        <div className="meta">
          {mode === 'shadow'
            ? 'In shadow, does not count'
            : [consequence && toWords(consequence), `${severity} severity`]
                .filter(Boolean)
                .join(', ')}
        </div>
      </th>
      <td className="min-w-[260px]">
        {describeFinding(rule)}
        {metric_status === 'partially_available' && (
          <div className="meta">Incomplete data: {listReasons(rule)}</div>
        )}
        {overridden && (
          <div className="caution">
            ▲ Overridden by {overridden.by}, {formatAgo(overridden.at, Date.now())}
            {overridden.reason && `: ${overridden.reason}`}
          </div>
        )}
      </td>
      <td className="num">
        <Rows id={id} rule={rule} />
      </td>
      <td className="num no-print">
        {isOverridable && overridden && (
          <button
            type="button"
            className="button quiet -my-1"
            aria-label={`Take back the override of ${rule_name}`}
            onClick={onTakeBack}
          >
            Take back
          </button>
        )}
        {isOverridable && (
          <button
            type="button"
            className="button quiet -my-1"
            aria-label={`Override ${rule_name}`}
            onClick={onOverride}
          >
            Override
          </button>
        )}
      </td>
    </tr>
  )
}

/** The rule's own sentence, or what was measured and why nothing was. */
function describeFinding(rule: SubmissionPolicyEvaluationResult): string {
  const { message, overridden } = rule
  // Of an overridden rule the message is the reason, which stands below.
  if (message !== null && overridden === null) return formatText(message)
  if (rule.actual !== null) return describeMeasured(rule)
  const name = rule.metric === null ? 'The value' : toWords(rule.metric)
  const why = listReasons(rule)
  return `${name} is not known${why === '' ? '' : `: ${why}`}.`
}

function listReasons({ metric_reasons }: SubmissionPolicyEvaluationResult): string {
  return metric_reasons.map(toWords).join(', ').toLowerCase()
}

/** A metric over its own days opens the drawer; over other days its rows are listed. */
function Rows({ id, rule: { evidence, metric, date_range } }: Pick<Props, 'id' | 'rule'>) {
  if (evidence === null || evidence.transactions_count === 0) return UNKNOWN
  const text = formatCounted(evidence.transactions_count, 'row')
  if (metric !== null && date_range === null)
    return (
      <Value label={toWords(metric)} target={{ kind: 'metric', name: metric }}>
        {text}
      </Value>
    )
  return (
    <Link
      to="/deals/$id/transactions"
      params={{ id }}
      search={{ ids: evidence.transaction_ids.join(',') }}
    >
      {text}
    </Link>
  )
}
