import type { Position } from '../../../core/values/position.ts'
import { toMajor, type Cents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { listAccounts, listDocuments, listPositions } from './store.ts'

export type Part = 'documents' | 'accounts' | 'positions'

const READERS: Record<Part, (ctx: Context, submissionId: string) => Promise<object[]>> = {
  documents: listDocuments,
  accounts: listAccounts,
  positions: readPositions,
}

/** The parts of a submission that `expand` names, each under its own name. */
export async function expandParts(
  ctx: Context,
  submissionId: string,
  parts: readonly Part[],
): Promise<Partial<Record<Part, object[]>>> {
  const expanded: Partial<Record<Part, object[]>> = {}
  for (const part of parts) expanded[part] = await READERS[part](ctx, submissionId)
  return expanded
}

async function readPositions(ctx: Context, submissionId: string): Promise<object[]> {
  const rows = await listPositions(ctx, submissionId)
  return rows.map(({ id, body, currency }) => toPosition(id, body, currency ?? 'USD'))
}

function toPosition(id: string, body: Position, currency: string): object {
  const major = (cents: Cents | undefined) =>
    cents === undefined ? null : toMajor(cents, currency)
  return {
    ...body,
    id,
    currency,
    paymentAmount: major(body.payment?.amount),
    paymentCadence: body.payment?.cadence ?? null,
    remainingBalance: major(body.remainingBalance?.mid),
  }
}
