import type { Position } from '../../../core/values/position.ts'
import { toMajor, type Cents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { readStanding } from '../../positions/read.ts'
import { listAccounts, listDocuments } from './store.ts'

export type Part = 'documents' | 'accounts' | 'positions'

const READERS: Record<Part, (ctx: Context, submissionId: string) => Promise<object[]>> = {
  documents: listDocuments,
  accounts: listAccounts,
  positions: expandPositions,
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

async function expandPositions(ctx: Context, submissionId: string): Promise<object[]> {
  return (await readStanding(ctx, submissionId)).map(toLine)
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
