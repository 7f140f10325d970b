import { findCategory } from '../../values/categories.ts'
import { isOnCard, type Context, type Row } from '../row.ts'

/** Both sides of a card payment print the same words; on the card it is a transfer. */
export const CARD_PAYMENT = 'debt.credit_card_payment'

/**
 * The leaf of a row whose sign may contradict the leaf that its words name (taxonomy section 1):
 * a cost that comes in is a vendor refund, revenue that goes out is a customer refund, a debt
 * payment that comes in within 10 business days of the same payment is a return, a fee keeps its
 * leaf and nets out. Null when the contradiction has no such reading.
 */
export function reconcileSign(slug: string, row: Row, context: Context): string | null {
  const category = findCategory(slug)
  if (!category) return null
  const { sign, parentSlug, trueRevenue } = category
  if (sign === 'both' || (sign === 'in') === row.isInflow) return slug
  if (!row.isInflow) {
    if (parentSlug === 'revenue') return 'revenue.customer_refund'
    return slug === 'equity.owner_contribution' ? 'equity.owner_draw' : null
  }
  if (slug === CARD_PAYMENT) return isOnCard(row) ? 'transfers.external_own' : slug
  if (trueRevenue === 'contra') return null
  switch (parentSlug) {
    case 'fees':
      return slug
    case 'cogs':
    case 'expenses':
      return 'income.vendor_refund'
    case 'taxes':
      return 'income.tax_refund'
    case 'debt':
      return context.hasEarlierPayment(row) ? 'returns.returned_debit' : null
    case 'equity':
      return 'equity.owner_contribution'
    default:
      return null
  }
}
