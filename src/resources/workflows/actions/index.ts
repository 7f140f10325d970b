import type { Action, OutsideAction } from './action.ts'
import { CALL_ACTIONS } from './calls.ts'
import { CRM_ACTIONS } from './crm.ts'
import { DECISION_ACTIONS } from './decision.ts'
import { DOCUMENT_ACTIONS } from './document.ts'
import { FLOW_ACTIONS } from './flow.ts'
import { NUMBER_ACTIONS } from './numbers.ts'
import { SUBMISSION_ACTIONS } from './submission.ts'

const ACTIONS: Readonly<Record<string, Action>> = {
  ...FLOW_ACTIONS,
  ...SUBMISSION_ACTIONS,
  ...DOCUMENT_ACTIONS,
  ...DECISION_ACTIONS,
  ...CRM_ACTIONS,
}

const OUTSIDE_ACTIONS: Readonly<Record<string, OutsideAction>> = {
  ...NUMBER_ACTIONS,
  ...CALL_ACTIONS,
}

/** What a type of node does in a transaction; null for any other. */
export function findAction(type: string): Action | null {
  return Object.hasOwn(ACTIONS, type) ? ACTIONS[type]! : null
}

/** What a type of node does in no transaction; null for any other. */
export function findOutsideAction(type: string): OutsideAction | null {
  return Object.hasOwn(OUTSIDE_ACTIONS, type) ? OUTSIDE_ACTIONS[type]! : null
}

/** Whether something performs steps of a type. */
export function isPerformed(type: string): boolean {
  return findAction(type) !== null || findOutsideAction(type) !== null
}
