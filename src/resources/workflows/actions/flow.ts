import { addBusinessDays } from '../../../core/values/days/business-days.ts'
import { LOOP_ITEMS_MAX } from '../../../core/workflow/advance.ts'
import {
  evaluateCondition,
  type ConditionConfig,
} from '../../../core/workflow/language/condition.ts'
import { compileExpression } from '../../../core/workflow/language/expression.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Action } from './action.ts'

const DAY_MS = 86_400_000
const UNIT_MS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: DAY_MS }
/** Longer waits are refused, so that no run is forgotten. */
const WAIT_MS_MAX = 30 * DAY_MS

/** What the nodes do that decide which nodes follow, and when; and those that keep values. */
export const FLOW_ACTIONS = {
  condition: ({ config, scope }) => {
    const found = evaluateCondition(config as ConditionConfig, scope)
    if ('problem' in found) throw new ApiError('invalid_expression', `${found.problem}.`)
    return { port: `${found.value}`, output: { result: found.value } }
  },
  switch: ({ config }) => {
    const { value = null, cases } = config as { value?: unknown; cases: Case[] }
    const found = cases.find(
      ({ equals }) => JSON.stringify(equals ?? null) === JSON.stringify(value),
    )
    const name = found?.name ?? null
    return { port: name === null ? 'default' : `case:${name}`, output: { value, case: name } }
  },
  delay: ({ config, ctx }) => {
    const now = ctx.house.now()
    const until = readUntil(config, now)
    if (until > now + WAIT_MS_MAX)
      throw new ApiError('out_of_range', 'A delay may be 30 days long.', { param: 'until' })
    return { waitUntilMs: until }
  },
  loop: ({ config: { items } }) => {
    if (!Array.isArray(items))
      throw new ApiError('invalid_type', 'items is no list.', { param: 'items' })
    if (items.length > LOOP_ITEMS_MAX) {
      const message = `A loop may have ${LOOP_ITEMS_MAX} items; these are ${items.length}.`
      throw new ApiError('too_many', message, { param: 'items' })
    }
    return { items }
  },
  parallel: () => ({}),
  join: ({ config }) => ({ output: { mode: config.mode ?? 'all' } }),
  stop: ({ config }) => {
    const { status = 'succeeded', message = null } = config as Partial<Stop>
    return { stop: { status, message }, output: { status, message } }
  },
  set_variable: ({ config: { name, value } }) => ({
    output: { value: value ?? null },
    variables: { [String(name)]: value ?? null },
  }),
  transform: ({ config, scope }) => {
    const { fields = {}, expressions = {} } = config as Record<string, Record<string, unknown>>
    const computed = Object.entries(expressions).map(([name, text]) => {
      const compiled = compileExpression(String(text))
      const result = 'problem' in compiled ? compiled : compiled.evaluate(scope)
      if ('problem' in result)
        throw new ApiError('invalid_expression', `${name}: ${result.problem}.`, { param: name })
      return [name, result.value]
    })
    return { output: { ...fields, ...Object.fromEntries(computed) } }
  },
} satisfies Record<string, Action>

interface Case {
  name: string
  equals?: unknown
}

interface Stop {
  status: 'succeeded' | 'failed'
  message: string | null
}

function readUntil(config: Record<string, unknown>, now: number): number {
  const { for: duration, until } = config as {
    for?: { value: number; unit: keyof typeof UNIT_MS | 'business_days' }
    until?: string
  }
  if (duration?.unit === 'business_days') {
    const [date, time] = new Date(now).toISOString().split('T')
    return Date.parse(`${addBusinessDays(date!, duration.value)}T${time}`)
  }
  if (duration) return now + duration.value * UNIT_MS[duration.unit]
  const at = Date.parse(String(until))
  if (Number.isNaN(at)) {
    const message = 'until must be a date or an instant, such as 2026-03-31.'
    throw new ApiError('invalid_date', message, { param: 'until' })
  }
  return at
}
