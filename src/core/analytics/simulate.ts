import { Value } from 'typebox/value'
import type { Problem } from '../values/problem.ts'
import { applySettings } from './settings/apply.ts'
import { problemIn } from './settings/check.ts'
import { AnalyticsWish } from './settings/schemas.ts'
import type { AnalyticsSettings } from './settings.ts'

type Outcome = { settings: AnalyticsSettings; problem: null } | { settings: null; problem: Problem }

/**
 * The settings as they would be with these changes, a JSON text of what differs; nothing is stored.
 * Problem: `invalid_parameter` for a text that is no JSON, an unknown key or a wrong value.
 */
export function simulateSettings(base: AnalyticsSettings, text: string): Outcome {
  const wish = parse(text)
  if (wish === null) return refuse('is not JSON.')
  if (!Value.Check(AnalyticsWish, wish)) {
    const [error] = Value.Errors(AnalyticsWish, wish)
    return refuse(`${error?.instancePath ?? ''} ${error?.message ?? 'is not usable'}.`.trim())
  }
  const problem = problemIn(wish)
  if (problem !== null) return refuse(`names what cannot be: ${problem.message}`)
  return { settings: applySettings(base, wish), problem: null }
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
