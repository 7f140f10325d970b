import type { Action, OutsideAction, Resume } from './action.ts'
import { APP_ACTIONS } from './apps.ts'
import { CALL_ACTIONS } from './calls.ts'
import { DECISION_ACTIONS } from './decision.ts'
import { DOCUMENT_ACTIONS, DOCUMENT_RESUMES } from './document.ts'
import { FLOW_ACTIONS } from './flow.ts'
import { FILE_ACTIONS } from './files.ts'
import { MAIL_ACTIONS, MAIL_RESUMES } from './mail.ts'
import { NUMBER_ACTIONS } from './numbers.ts'
import { SUBMISSION_ACTIONS } from './submission.ts'
import { SYNC_ACTIONS, SYNC_RESUMES } from './syncs.ts'

const ACTIONS: Readonly<Record<string, Action>> = {
  ...FLOW_ACTIONS,
  ...SUBMISSION_ACTIONS,
  ...DOCUMENT_ACTIONS,
  ...DECISION_ACTIONS,
  ...MAIL_ACTIONS,
  ...SYNC_ACTIONS,
}

const OUTSIDE_ACTIONS: Readonly<Record<string, OutsideAction>> = {
  ...NUMBER_ACTIONS,
  ...CALL_ACTIONS,
  ...FILE_ACTIONS,
  ...APP_ACTIONS,
}

const RESUMES: Readonly<Record<string, Resume>> = {
  ...DOCUMENT_RESUMES,
  ...MAIL_RESUMES,
  ...SYNC_RESUMES,
}

/**
 * Types that read and change deals through `runs/deals.ts` alone, or not at all, so that what they
 * change can be written together. All others find everything written.
 */
const COLLECTED: ReadonlySet<string> = new Set([
  'condition',
  'switch',
  'delay',
  'loop',
  'parallel',
  'join',
  'wait_for_event',
  'stop',
  'set_variable',
  'transform',
  'get_submission',
  'update_submission',
  'archive_submission',
  'add_tag',
  'set_stage',
  'assign',
  'create_note',
] satisfies (keyof typeof FLOW_ACTIONS | keyof typeof SUBMISSION_ACTIONS)[])

export function isCollected(type: string): boolean {
  return COLLECTED.has(type)
}

/** What a type of node does in a transaction; null for any other. */
export function findAction(type: string): Action | null {
  return Object.hasOwn(ACTIONS, type) ? ACTIONS[type]! : null
}

/** What a type of node does in no transaction; null for any other. */
export function findOutsideAction(type: string): OutsideAction | null {
  return Object.hasOwn(OUTSIDE_ACTIONS, type) ? OUTSIDE_ACTIONS[type]! : null
}

/** What a type of node does when its wait may be over; null for any other. */
export function findResume(type: string): Resume | null {
  return Object.hasOwn(RESUMES, type) ? RESUMES[type]! : null
}

/** Whether something performs steps of a type. */
export function isPerformed(type: string): boolean {
  return findAction(type) !== null || findOutsideAction(type) !== null
}
