import type { TSchema } from 'typebox'
import type { Problem } from '../../values/problem.ts'
import { applySettings } from '../settings/apply.ts'
import { problemIn } from './check.ts'
import { AnalyticsPatch } from '../settings/schemas.ts'
import type { AnalyticsSettings } from '../settings.ts'

type Outcome = { settings: AnalyticsSettings; problem: null } | { settings: null; problem: Problem }

/** The parts of a value that do not fit a schema, such as `/offer_bounds must be array`. */
type ListFaults = (schema: TSchema, value: unknown) => string[]

/**
 * The settings as they would be with these changes, a JSON text of what differs; nothing is stored.
 * Problem: `invalid_parameter` for a text that is not JSON, an unknown key or a wrong value.
 */
export function simulateSettings(
  base: AnalyticsSettings,
  text: string,
  listFaults: ListFaults,
): Outcome {
  const patch = parse(text)
  if (patch === null) return refuse('is not valid JSON.')
  const [fault] = listFaults(AnalyticsPatch, patch)
  if (fault !== undefined) return refuse(`${fault}.`.trim())
  const problem = problemIn(patch as AnalyticsPatch)
  if (problem !== null) return refuse(`is not valid: ${problem.message}`)
  return { settings: applySettings(base, patch as AnalyticsPatch), problem: null }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function refuse(what: string): Outcome {
  const message = `simulate ${what}`.slice(0, 300)
  return { settings: null, problem: { code: 'invalid_parameter', where: 'simulate', message } }
}
