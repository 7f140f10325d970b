import { factorForRate, type OfferTerms } from '../../../core/analytics/offers/quote.ts'
import { fundingDate } from '../../../core/analytics/offers/propose.ts'
import { offerSimulation, type OfferInput } from '../../../core/analytics/reports/offers.ts'
import type { Ledger } from '../../../core/analytics/ledger.ts'
import { toCents } from '../../../core/values/money.ts'
import type { OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { loadLedger } from '../../ledgers/ledgers.ts'
import { readReport } from '../read-report.ts'
import type { OfferSimulationBody } from './schemas.ts'

/**
 * Simulates an offer on the deal; nothing is stored. Throws `invalid_parameter` when neither factor
 * nor rate is given, or no factor gives the target rate.
 */
export async function simulateOffer(
  ctx: OutsideContext,
  { submissionId, body }: { submissionId: string; body: OfferSimulationBody },
): Promise<Buffer> {
  const ledger = await ctx.transaction((own) => loadLedger(own, submissionId), {
    access: 'read',
    onReplica: true,
  })
  const input = toOfferInput(body, ledger)
  const query = { input }
  return (await readReport(ctx, { report: offerSimulation, submissionId, query })).json
}

function toOfferInput(body: OfferSimulationBody, ledger: Ledger): OfferInput {
  const cents = (amount: number, param: string): number => {
    const exact = toCents(amount, ledger.currency)
    if (exact !== null) return exact
    throw new ApiError('invalid_amount', undefined, { param })
  }
  const terms = {
    advance: cents(body.advance, 'advance'),
    termMonths: body.term,
    frequency: body.frequency,
    startDate: body.startDate ?? fundingDate(ledger)!,
    fees: (body.fees ?? []).map(({ name, amount, share, isDeducted = true }, index) => ({
      name,
      amount: amount === undefined ? null : cents(amount, `fees[${index}].amount`),
      share: share ?? null,
      isDeducted,
    })),
    payoffs: (body.payoffs ?? []).map(({ name, amount, positionId }, index) => ({
      name,
      amount: cents(amount, `payoffs[${index}].amount`),
      positionId: positionId ?? null,
    })),
  }
  return {
    terms: { ...terms, factor: resolveFactor(body, terms) },
    settlement: toSettlementInput(body, cents),
    commissionPoints: body.commissionPoints ?? null,
    buyRate: body.buyRate ?? null,
  }
}

function toSettlementInput(
  { earlyPayoff = [], renewal, trueUp, syndication = [] }: OfferSimulationBody,
  cents: (amount: number, param: string) => number,
): OfferInput['settlement'] {
  const shares = syndication.reduce((sum, { share }) => sum + share, 0)
  if (shares > 1 + 1e-9)
    throw refuse('syndication', 'The shares of the investors add up to more than 1.')
  if (renewal && renewal.rightToReceive < renewal.advance) {
    throw refuse('renewal.right_to_receive', 'right_to_receive is below the advance.')
  }
  return {
    earlyPayoff,
    renewal: renewal
      ? {
          advance: cents(renewal.advance, 'renewal.advance'),
          rightToReceive: cents(renewal.rightToReceive, 'renewal.right_to_receive'),
          paid: cents(renewal.paid, 'renewal.paid'),
        }
      : null,
    trueUp: trueUp
      ? {
          specifiedPercentage: trueUp.specifiedPercentage,
          receipts: cents(trueUp.receipts, 'true_up.receipts'),
          collected: cents(trueUp.collected, 'true_up.collected'),
        }
      : null,
    syndication: syndication.map(({ name, share, managementFee = 0 }) => ({
      name,
      share,
      managementFee,
    })),
  }
}

function resolveFactor(body: OfferSimulationBody, terms: Omit<OfferTerms, 'factor'>): number {
  const { factor, targetApr } = body
  if ((factor === undefined) === (targetApr === undefined)) {
    throw refuse('factor', 'An offer needs either factor or target_apr.')
  }
  const found = factor ?? factorForRate(terms, targetApr!)
  if (found === null) throw refuse('target_apr', 'No factor from 1 to 10 gives this rate.')
  return found
}

function refuse(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param })
}
