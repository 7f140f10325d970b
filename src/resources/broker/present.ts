import type { Context } from '../../platform/context.ts'
import { presentCompany, presentOwners, presentRequest } from '../records/submissions/present.ts'
import { presentFile } from './files/read.ts'
import { listFiles, type BrokerFileRow } from './files/store.ts'
import { toStanding } from './lifecycle.ts'
import {
  computeRequirements,
  readRequirementRules,
  toFaults,
  type RequirementRules,
} from './requirements.ts'
import type { BrokerSubmissionRow } from './store.ts'

/** A deal as its broker and the lender see it: the same fields, and of the review only words. */
export async function presentBrokerSubmission(
  ctx: Context,
  row: BrokerSubmissionRow,
): Promise<object> {
  const [shown] = await presentBrokerSubmissions(ctx, [row])
  return shown!
}

export async function presentBrokerSubmissions(
  ctx: Context,
  rows: readonly BrokerSubmissionRow[],
): Promise<object[]> {
  const rules = await readRequirementRules(ctx)
  const files = await listFiles(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => present(ctx, { row, files: files.get(row.id) ?? [] }, rules))
}

function present(
  ctx: Context,
  { row, files }: { row: BrokerSubmissionRow; files: readonly BrokerFileRow[] },
  rules: RequirementRules,
): object {
  const requirements = computeRequirements(ctx, { row, files }, rules)
  const { brokerId: id, brokerName: name, brokerEmail: email, keyId } = row
  return {
    ...row,
    ...toStanding(row.status, row.dealStage),
    business: presentCompany(ctx, row),
    owners: presentOwners(ctx, row),
    funding: row.request && presentRequest(row.request),
    files: files.map(presentFile),
    broker: { id, name, email, keyId },
    requirements,
    validationErrors: toFaults(requirements),
  }
}
