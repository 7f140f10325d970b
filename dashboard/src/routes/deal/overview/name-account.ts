import type { SubmissionBankSummary } from '../../../../../clients/typescript/src/index.ts'

type Account = SubmissionBankSummary['accounts'][number]

/** `Harborline Bank ·7608` */
export function nameAccount({ institution_name, type, last4 }: Account): string {
  return `${institution_name ?? type} ·${last4 ?? '?'}`
}
