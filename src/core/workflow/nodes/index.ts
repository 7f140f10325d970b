import { ACTION_NODES } from './action.ts'
import { DOCUMENT_NODES } from './document.ts'
import { FLOW_NODES } from './flow.ts'
import type { NodeType } from './node-type.ts'
import {
  ANALYTICS_NODES,
  ENTITY_NODES,
  FUNDER_NODES,
  POLICY_NODES,
  TRANSACTION_NODES,
} from './numbers.ts'
import { SUBMISSION_NODES } from './submission.ts'

/** Every type of node that exists, in the order in which they are shown. */
export const NODE_TYPES: readonly NodeType[] = [
  ...FLOW_NODES,
  ...SUBMISSION_NODES,
  ...DOCUMENT_NODES,
  ...TRANSACTION_NODES,
  ...ANALYTICS_NODES,
  ...POLICY_NODES,
  ...FUNDER_NODES,
  ...ENTITY_NODES,
  ...ACTION_NODES,
]

const BY_NAME = new Map(NODE_TYPES.map((node) => [node.type, node]))

/** Names of reports that were types of their own; each is the report of that name. */
const REPORT_ALIASES: Record<string, string> = {
  compute_scorecard: 'scorecard',
  compute_risk_score: 'risk-score',
  compute_cashflow: 'cashflow',
  compute_forecast: 'forecast',
  bank_summary: 'bank-summary',
}

/** The declaration of a type; null for a type that no node of ours has. */
export function findNodeType(type: string): NodeType | null {
  return BY_NAME.get(type) ?? null
}

/** The report that an older name of a type stands for; null for any other type. */
export function findReportAlias(type: string): string | null {
  return Object.hasOwn(REPORT_ALIASES, type) ? REPORT_ALIASES[type]! : null
}

/** Whether steps of a type call the outside, and so run in no transaction. */
export function isOutside(type: string): boolean {
  return findNodeType(type)?.callsOut === true
}
