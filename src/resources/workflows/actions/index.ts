import type { Action } from './action.ts'
import { FLOW_ACTIONS } from './flow.ts'
import { SUBMISSION_ACTIONS } from './submission.ts'

const ACTIONS: Readonly<Record<string, Action>> = { ...FLOW_ACTIONS, ...SUBMISSION_ACTIONS }

/** What a type of node does; null while nothing performs it. */
export function findAction(type: string): Action | null {
  return Object.hasOwn(ACTIONS, type) ? ACTIONS[type]! : null
}
