import { emptySlots, type Slots } from '../../core/decisions/compile.ts'
import { buildLine, findRef, type RuleLine } from '../../core/decisions/lines.ts'
import {
  compileRule,
  evaluateRule,
  type CompiledRule,
  type RuleFinding,
} from '../../core/decisions/rule.ts'
import type { Context, OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { readToday } from '../settings/read.ts'
import { CATALOGUE } from './catalogue.ts'
import { toRule } from './define.ts'
import { presentBacking, readSubmission, type SubmissionReading } from './reading.ts'
import type { RuleEvaluate } from './schemas.ts'
import { RULES } from './store.ts'
import { listVerdicts } from './verdicts/store.ts'

/** A rule’s result with the status and evidence of its metric. */
export interface BackedLine extends RuleLine {
  metricStatus: string | null
  metricReasons: string[]
  evidence: object | null
}

/**
 * Evaluates one rule on submissions and stores nothing; one submission gives one result, a list a
 * list. Throws `rule_not_found`, `submission_not_found`.
 */
export async function evaluateOnSubmissions(
  ctx: OutsideContext,
  ruleId: string,
  { submissionId, submissionIds, asOf }: RuleEvaluate,
): Promise<object> {
  const slots = emptySlots()
  const rule = await ctx.transaction((own) => RULES.get(own, ruleId))
  const ids = submissionIds ?? (submissionId === undefined ? [] : [submissionId])
  if (ids.length === 0 || (submissionId !== undefined && submissionIds !== undefined)) {
    const message = 'Send submission_id, or a list as submission_ids.'
    throw new ApiError('missing_field', message, { param: 'submission_id' })
  }
  const compiled = compileRule(toRule(rule), CATALOGUE, slots)
  const results: object[] = []
  for (const id of new Set(ids)) {
    results.push(await ctx.transaction((own) => evaluateOne(own, { compiled, slots, id, asOf })))
  }
  return { data: submissionIds === undefined ? results[0] : results }
}

interface Question {
  compiled: CompiledRule
  slots: Slots
  id: string
  asOf: string | undefined
}

async function evaluateOne(ctx: Context, { compiled, slots, id, asOf }: Question): Promise<object> {
  const reading = await readSubmission(ctx, id, { slots, asOf })
  const verdicts = await listVerdicts(ctx, id)
  const found = evaluateRule(compiled, { reading, day: asOf ?? (await readToday(ctx)), verdicts })
  const { analyticsVersion, ledger } = reading
  const line = buildLine(found, reading)
  const own = { analyticsVersion, asOf: ledger.asOf }
  return { submissionId: id, ...withBacking(found, line, { reading, slots }), ...own }
}

/** A result with the status of its metric and the transactions behind it. */
export function withBacking(
  found: RuleFinding,
  line: RuleLine,
  { reading, slots }: { reading: SubmissionReading; slots: Slots },
): BackedLine {
  const ref = findRef(found)
  const slot = ref === null ? undefined : slots.places.get(ref.key)
  if (slot === undefined) return { ...line, ...NOTHING_BEHIND }
  return { ...line, ...presentBacking(reading, slot) }
}

const NOTHING_BEHIND = { metricStatus: null, metricReasons: [], evidence: null }
