import type { FunderType } from './funder-types.ts'

/** Debt leaves of a funder type by sign (formulas 9.5: type decides the leaf). */
export const FUNDER_LEAVES: Readonly<Record<FunderType, { in: string | null; out: string }>> = {
  mca: { in: 'debt.mca_advance', out: 'debt.mca_payment' },
  rbf: { in: 'debt.mca_advance', out: 'debt.mca_payment' },
  platform_capital: { in: 'debt.mca_advance', out: 'debt.mca_payment' },
  reverse_consolidation: {
    in: 'debt.reverse_consolidation_in',
    out: 'debt.reverse_consolidation_payment',
  },
  term: { in: 'debt.loan_proceeds', out: 'debt.loan_payment' },
  trade_finance: { in: 'debt.loan_proceeds', out: 'debt.loan_payment' },
  loc: { in: 'debt.loc_draw', out: 'debt.loc_payment' },
  sba: { in: 'debt.sba_proceeds', out: 'debt.sba_payment' },
  bnpl: { in: null, out: 'debt.bnpl' },
  card: { in: null, out: 'debt.credit_card_payment' },
  factor: { in: 'debt.factoring_advance', out: 'debt.factoring_payment' },
  equipment: { in: 'debt.loan_proceeds', out: 'debt.equipment_finance' },
  fuel_credit: { in: null, out: 'cogs.fuel' },
  collector: { in: null, out: 'debt.collections' },
  debt_relief: { in: null, out: 'debt.debt_settlement' },
}
