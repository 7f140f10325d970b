import { toWords } from '../../../format/values.ts'

/** The roles of a lender's people, with what each may do in words; brokers are invited by their lender's program or here for a broker. */
export const ROLES = [
  ['analyst', 'Analyst', 'Reads deals and corrects rows; decides and sends nothing.'],
  ['underwriter', 'Underwriter', 'Works on deals, sends to funders, runs workflows.'],
  ['developer', 'Developer', 'Keys, webhooks, workflows and integrations; sees no deal.'],
  ['admin', 'Administrator', 'Everything, people and settings included.'],
  ['owner', 'Owner', 'Everything; the last owner cannot be removed.'],
] as const

export function nameRole(role: string): string {
  return ROLES.find(([name]) => name === role)?.[1] ?? toWords(role)
}
