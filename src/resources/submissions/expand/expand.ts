import type { Position } from '../../../core/values/position.ts'
import { toMajor, type Cents } from '../../../core/values/money.ts'
import { hasScope } from '../../../core/values/access/actor.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readSubmissionFunders } from '../../funders/match/match.ts'
import { readStanding } from '../../records/positions/read.ts'
import { listAccounts, listDocuments } from './store.ts'

export type Part = 'documents' | 'accounts' | 'positions' | 'funders'

const READERS: Record<Part, (ctx: Context, submissionId: string) => Promise<object[]>> = {
  documents: listDocuments,
  accounts: listAccounts,
  positions: expandPositions,
  funders: expandFunders,
}

/**
 * The parts of a submission that `expand` names, each under its own name. Throws
 * `insufficient_scope`.
 */
export async function expandParts(
  ctx: Context,
  submissionId: string,
  parts: readonly Part[],
): Promise<Partial<Record<Part, object[]>>> {
  const expanded: Partial<Record<Part, object[]>> = {}
  for (const part of parts) expanded[part] = await READERS[part](ctx, submissionId)
  return expanded
}

async function expandPositions(ctx: Context, submissionId: string): Promise<object[]> {
  return (await readStanding(ctx, submissionId)).map(toLine)
}

/** Funders need the scope of their own endpoint. */
async function expandFunders(ctx: Context, submissionId: string): Promise<object[]> {
  if (hasScope(ctx.actor, 'funders:read')) return readSubmissionFunders(ctx, submissionId)
  throw new ApiError('insufficient_scope', 'expand=funders requires the scope funders:read.')
}

function toLine(position: Position): object {
  const { currency, payment, remainingBalance } = position
  const major = (cents: Cents | undefined) =>
    cents === undefined ? null : toMajor(cents, currency)
  return {
    ...position,
    paymentAmount: major(payment?.amount),
    paymentCadence: payment?.cadence ?? null,
    remainingBalance: major(remainingBalance?.mid),
  }
}
