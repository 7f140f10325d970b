import { evaluateCondition, type ConditionConfig } from './condition.ts'
import type { Scope } from './scope.ts'
import { fillConfig } from './text.ts'

/**
 * Whether an event is one that a filter lets through. One that cannot be evaluated lets none
 * through: a run that nobody meant is worse than one that a person starts.
 */
export function isLetThrough(filter: ConditionConfig, scope: Scope): boolean {
  const filled = fillConfig({ ...filter }, scope)
  if ('problem' in filled) return false
  const result = evaluateCondition(filled.value, scope)
  return 'value' in result && result.value
}
