import { useEffect, useState } from 'react'
import type {
  MetricRuleMetric,
  Policy,
  Rule,
} from '../../../../../../clients/typescript/src/index.ts'
import { describeError } from '../../../../data/queries.ts'
import { api } from '../../../../data/session.ts'
import { formatCounted, formatUnit } from '../../../../format/values.ts'
import { Choice } from '../../../../parts/filter-fields.tsx'
import { Fault, Loading, Panel } from '../../../../parts/page.tsx'
import { notify } from '../../../../parts/toasts.tsx'
import { refreshPolicies } from '../../policy-queries.ts'
import type { PolicySearchName } from '../search-names.ts'
import { chooseStep, findDomain, isDraggable, isMet, snap } from './geometry.ts'
import { Outcome } from './outcome.tsx'
import { PastDeals } from './past-deals.tsx'
import { ThresholdChart } from './threshold-chart.tsx'
import { ThresholdField } from './threshold-field.tsx'
import { useBacktest, usePastDeals, type PastDeal } from './use-backtest.ts'

type Search = { readonly [Name in PolicySearchName]?: string | undefined }

interface Props {
  policy: Policy
  rules: readonly Rule[]
  metrics: ReadonlyMap<string, MetricRuleMetric>
  search: Search
  onChange: (next: { [Name in PolicySearchName]?: string | undefined }) => void
}

type Draggable = Rule & { operator: string; value: number }

const PERIODS = [
  ['', 'All past deals'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last year'],
] as const

/** A threshold is dragged over past deals; which of them would be decided otherwise stands below. */
export function Backtest({ policy, rules, metrics, search, onChange }: Props) {
  const draggable = rules.filter((rule): rule is Draggable =>
    isDraggable(rule.operator, rule.value),
  )
  const rule = draggable.find(({ id }) => id === search.rule) ?? draggable[0]
  return (
    <Panel
      title="Back-test"
      note="What another threshold would have done"
      actions={
        <div className="flex flex-wrap gap-2 no-print">
          {rule !== undefined && (
            <Choice
              label="Rule to try"
              value={rule.id}
              options={draggable.map(({ id, name }) => [id, name] as const)}
              onChange={(id) => onChange({ rule: id, try: undefined })}
            />
          )}
          <Choice
            label="Past deals"
            value={search.since}
            options={PERIODS}
            onChange={(since) => onChange({ since })}
          />
        </div>
      }
    >
      {rule === undefined ? (
        <p className="text-muted">
          A rule that compares one number with a threshold can be tried here.
        </p>
      ) : (
        <Trial
          key={`${rule.id} ${rule.version}`}
          policy={policy}
          rule={rule}
          metric={metrics.get(rule.metric ?? '')}
          search={search}
          onChange={onChange}
        />
      )}
    </Panel>
  )
}

interface TrialProps extends Pick<Props, 'policy' | 'search' | 'onChange'> {
  rule: Draggable
  metric: MetricRuleMetric | undefined
}

const SETTLE_MS = 250

function Trial({ policy, rule, metric, search, onChange }: TrialProps) {
  const { id: ruleId, version, value: given } = rule
  const unit = metric?.unit ?? 'n'
  const [tried, setTried] = useState(() => readTried(search.try) ?? given)
  const deals = usePastDeals(ruleId, version)
  const settled = readTried(search.try) ?? given
  const backtest = useBacktest({
    policyId: policy.id,
    ruleId,
    value: settled === given ? undefined : settled,
    days: search.since,
  })
  useEffect(() => {
    if (tried === settled) return undefined
    const settle = () => onChange({ try: tried === given ? undefined : String(tried) })
    const timer = setTimeout(settle, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [tried, settled, given, onChange])
  return (
    <div className="grid gap-4">
      <Loading query={deals} height={230}>
        {(data) => (
          <Chart
            deals={data}
            rule={rule}
            name={metric?.label ?? rule.name}
            unit={unit}
            tried={tried}
            onTry={setTried}
          />
        )}
      </Loading>
      {tried !== given && (
        <div className="flex flex-wrap items-center gap-2 no-print">
          <button
            type="button"
            className="button primary"
            onClick={() => void keep(rule, tried).then(() => onChange({ try: undefined }))}
          >
            Save {formatUnit(tried, unit)} in the draft
          </button>
          <button type="button" className="button" onClick={() => setTried(given)}>
            Back to {formatUnit(given, unit)}
          </button>
        </div>
      )}
      {backtest.error ? (
        <Fault error={backtest.error} onRetry={() => void backtest.refetch()} />
      ) : (
        backtest.data && (
          <Outcome
            backtest={backtest.data}
            isStale={backtest.isPlaceholderData || tried !== settled}
          />
        )
      )}
    </div>
  )
}

function readTried(text: string | undefined): number | null {
  const number = Number(text)
  return text === undefined || text === '' || Number.isNaN(number) ? null : number
}

interface ChartProps {
  deals: readonly PastDeal[]
  rule: Draggable
  name: string
  unit: string
  tried: number
  onTry: (value: number) => void
}

function Chart({ deals, rule, name, unit, tried, onTry }: ChartProps) {
  const { operator, value: given } = rule
  if (deals.length === 0) return <p className="text-muted">No past deal has this number yet.</p>
  const domain = findDomain(
    deals.map(({ value }) => value),
    [given],
  )
  const step = chooseStep(unit, domain)
  const count = (threshold: number): number =>
    deals.filter(({ value }) => isMet(operator, value, threshold)).length
  const passing = `${formatCounted(count(tried), 'deal')} of ${deals.length} pass`
  return (
    <div className="grid gap-2">
      <ThresholdChart
        deals={deals}
        operator={operator}
        unit={unit}
        given={given}
        tried={tried}
        label={`${name} of ${deals.length} past deals; at ${formatUnit(tried, unit)} ${passing}`}
        onDrag={(value) => onTry(snap(value, step))}
      />
      <ThresholdField
        name={name}
        unit={unit}
        value={tried}
        domain={domain}
        step={step}
        onChange={onTry}
      />
      <p className="meta" role="status">
        The rule alone: {passing}
        {tried !== given && `, ${count(given)} before`}. ● passes, ✕ does not, a ring is turned by
        the trial; the dashed line is the threshold of now.
      </p>
      <PastDeals
        deals={deals}
        name={name}
        unit={unit}
        isMet={(value) => isMet(operator, value, tried)}
      />
    </div>
  )
}

/** As a draft of the rule, with a way back. */
async function keep({ id, name, value: before }: Draggable, value: number): Promise<void> {
  const save = async (next: number): Promise<void> => {
    await api.rules.update(id, { value: next })
    await refreshPolicies()
  }
  try {
    await save(value)
    notify(`Saved in the draft: ${name}`, () => void save(before))
  } catch (error) {
    notify(describeError(error).message)
  }
}
