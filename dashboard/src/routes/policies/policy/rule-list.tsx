import type { MetricRuleMetric, Policy, Rule } from '../../../../../clients/typescript/src/index.ts'
import { describeError } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted, toWords } from '../../../format/values.ts'
import { Empty, Panel } from '../../../parts/page.tsx'
import { useRowKeys } from '../../../parts/row-keys.ts'
import { notify } from '../../../parts/toasts.tsx'
import { refreshPolicies } from '../policy-queries.ts'
import { describeCondition, OUTCOMES } from '../words.ts'

interface Props {
  policy: Policy
  rules: readonly Rule[]
  metrics: ReadonlyMap<string, MetricRuleMetric>
  isWriter: boolean
  /** The rule that is tried below. */
  chosen: string | undefined
  onChoose: (ruleId: string) => void
  /** `new` for one more. */
  onEdit: (ruleId: string) => void
}

/** The rules in the order in which they are looked at. */
export function RuleList(props: Props) {
  const { rules, isWriter, onEdit } = props
  const at = useRowKeys(rules.length, (index) => {
    const rule = rules[index]
    if (rule) onEdit(rule.id)
  })
  return (
    <Panel
      title="Rules"
      note={formatCounted(rules.length, 'rule')}
      isFlush
      actions={
        isWriter && (
          <button type="button" className="button no-print" onClick={() => onEdit('new')}>
            Add a rule
          </button>
        )
      }
    >
      {rules.length === 0 ? (
        <Empty title="No rules yet">A policy without rules passes every deal.</Empty>
      ) : (
        <div className="scroller" tabIndex={0} role="group" aria-label="Table of rules">
          <table className="ledger">
            <caption className="sr-only">Rules</caption>
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col">Passes when</th>
                <th scope="col">Otherwise</th>
                <th scope="col">Without data</th>
                <th scope="col">
                  <span className="sr-only">Try and remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map((rule, index) => (
                <RuleRow key={rule.id} {...props} rule={rule} isCurrent={index === at} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function RuleRow(props: Props & { rule: Rule; isCurrent: boolean }) {
  const { policy, rule, metrics, isWriter, isCurrent, chosen, onChoose, onEdit } = props
  const { id, name, outcome, severity, mode, on_missing, is_active } = rule
  return (
    <tr aria-selected={isCurrent || undefined}>
      <th scope="row" className="!font-semibold">
        {isWriter ? (
          <button type="button" className="value-button" onClick={() => onEdit(id)}>
            {name}
          </button>
        ) : (
          name
        )}
      </th>
      <td>{describeCondition(rule, metrics.get(rule.metric ?? ''))}</td>
      <td className="whitespace-nowrap">
        {OUTCOMES[outcome] ?? toWords(outcome)}
        <span className="meta">
          {' '}
          {severity}
          {mode === 'shadow' && ', only watched'}
          {!is_active && ', off'}
        </span>
      </td>
      <td>{toWords(on_missing)}</td>
      <td className="num no-print !py-0.5">
        {isWriter && (
          <>
            <button
              type="button"
              className="button quiet"
              aria-pressed={id === chosen}
              aria-label={`Try other thresholds: ${name}`}
              onClick={() => onChoose(id)}
            >
              Try
            </button>
            <button
              type="button"
              className="button quiet"
              aria-label={`Remove ${name}`}
              onClick={() => void remove(policy, rule)}
            >
              ✕
            </button>
          </>
        )}
      </td>
    </tr>
  )
}

/** At once, with a way back; the rule itself stays. */
async function remove({ id, rule_ids }: Policy, rule: Rule): Promise<void> {
  const keep = async (ids: string[]): Promise<void> => {
    await api.policies.update(id, { rule_ids: ids })
    await refreshPolicies()
  }
  try {
    await keep(rule_ids.filter((one) => one !== rule.id))
    notify(`Removed from the draft: ${rule.name}`, () => void keep(rule_ids))
  } catch (error) {
    notify(describeError(error).message)
  }
}
