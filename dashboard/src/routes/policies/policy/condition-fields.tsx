import type { MetricRuleMetric, Rule } from '../../../../../clients/typescript/src/index.ts'
import { toWords } from '../../../format/values.ts'
import { nameDays, nameOperator } from '../words.ts'
import { MetricField } from './metric-field.tsx'
import {
  isMetric,
  listRanges,
  needsRange,
  needsValue,
  usualOperator,
  type RuleDraft,
} from './rule-draft.ts'
import { Select, TextField } from './rule-fields.tsx'

interface Props {
  draft: RuleDraft
  rule: Rule | null
  metrics: ReadonlyMap<string, MetricRuleMetric>
  onChange: (next: Partial<RuleDraft>) => void
}

/** The number, how it is compared, and with what. */
export function ConditionFields({ draft, rule, metrics, onChange }: Props) {
  if (rule !== null && rule.expression !== null)
    return (
      <div>
        <span className="label">Several conditions</span>
        <pre className="scroller mt-1 bg-sunken p-2 text-[12px]" tabIndex={0}>
          {JSON.stringify(rule.expression, null, 2)}
        </pre>
        <p className="meta">A tree of conditions is changed through the API.</p>
      </div>
    )
  if (rule?.kind === 'manual') return <p>A person checks this and says how it went.</p>
  const metric = metrics.get(draft.metric)
  return (
    <>
      <MetricField
        value={draft.metric}
        metrics={metrics}
        onChange={(name) =>
          onChange({ metric: name, operator: usualOperator(metrics.get(name)), value: '' })
        }
      />
      {metric !== undefined && (
        <Comparison draft={draft} rule={rule} metric={metric} onChange={onChange} />
      )}
    </>
  )
}

interface ComparisonProps extends Omit<Props, 'metrics'> {
  metric: MetricRuleMetric
}

function Comparison({ draft, rule, metric, onChange }: ComparisonProps) {
  const { operators, allowed_values: allowed, unit, date_ranges, default_date_range } = metric
  const hint = unit === 'ratio' ? 'In percent' : unit === 'amount' ? 'In dollars' : undefined
  const isOther = draft.value === '' && isMetric(rule?.value)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Passes when it"
        value={draft.operator}
        options={operators.map((operator) => [operator, nameOperator(operator)] as const)}
        onChange={(operator) => onChange({ operator })}
      />
      {needsValue(draft.operator) &&
        (allowed !== null && draft.operator !== 'in' && draft.operator !== 'not_in' ? (
          <Select
            label="Threshold"
            value={draft.value}
            isRequired
            options={[['', 'Choose one'], ...allowed.map((one) => [one, toWords(one)] as const)]}
            onChange={(value) => onChange({ value })}
          />
        ) : (
          <TextField
            label="Threshold"
            hint={isOther ? 'A share of another number; leave it empty to keep it' : hint}
            value={draft.value}
            isRequired={!isOther}
            isNumber
            onChange={(value) => onChange({ value })}
          />
        ))}
      {needsRange(draft.operator) && (
        <TextField
          label="Up to"
          hint={hint}
          value={draft.value_to}
          isRequired
          isNumber
          onChange={(value_to) => onChange({ value_to })}
        />
      )}
      <Select
        label="Over"
        value={draft.date_range}
        options={[
          ['', `${nameDays(default_date_range)}, as usual`],
          ...listRanges(date_ranges, draft.date_range).map(
            (range) => [range, nameDays(range)] as const,
          ),
        ]}
        onChange={(date_range) => onChange({ date_range })}
      />
    </div>
  )
}
