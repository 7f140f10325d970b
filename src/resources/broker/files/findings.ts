import { balanceSign } from '../../../core/statements/reconcile/reconcile.ts'
import type { Reading, Statement } from '../../../core/statements/statement.ts'
import type { Account, CoveredPeriod } from '../../../core/values/account.ts'
import type { Context } from '../../../platform/context.ts'
import { computeAccountKey, formatName, INCLUDED_TYPES } from '../../documents/reading/accounts.ts'
import type { Findings } from './store.ts'

/** A document in a file, with its statements where it has some. */
export interface FoundDocument {
  documentClass: string
  reading: Reading | null
}

/** What the requirements of a deal depend on; rows are read again when there is a submission. */
export function toFindings(ctx: Context, documents: readonly FoundDocument[]): Findings {
  const statements = documents.flatMap(({ reading }) => reading?.statements ?? [])
  const found = statements.map((statement) => toAccount(ctx, statement))
  return {
    documentClasses: [...new Set(documents.map(({ documentClass }) => documentClass))],
    accounts: [...new Map(found.map((account) => [account.id, account])).values()],
    periods: statements.flatMap((statement, index) => toPeriod(found[index]!, statement)),
  }
}

/** The findings of several files as those of one. */
export function joinFindings(all: readonly Findings[]): Findings {
  const accounts = all.flatMap((each) => each.accounts)
  return {
    documentClasses: [...new Set(all.flatMap((each) => each.documentClasses))],
    accounts: [...new Map(accounts.map((account) => [account.id, account])).values()],
    periods: all.flatMap((each) => each.periods),
  }
}

function toAccount(ctx: Context, statement: Statement): Account {
  return {
    id: computeAccountKey(ctx, statement),
    name: formatName(statement),
    institutionName: statement.institutionName,
    last4: statement.accountLast4,
    type: statement.accountType,
    currency: statement.currency,
    isIncluded: INCLUDED_TYPES.has(statement.accountType),
  }
}

/** Nothing where neither the print nor the rows show the days. */
function toPeriod({ id }: Account, statement: Statement): CoveredPeriod[] {
  const dates = statement.rows.map(({ date }) => date).toSorted()
  const startDate = statement.startDate ?? dates[0]
  const endDate = statement.endDate ?? dates.at(-1)
  if (startDate === undefined || endDate === undefined || startDate > endDate) return []
  const sign = balanceSign(statement)
  const signed = (balance: number | null): number | null => balance && sign * balance
  return [
    {
      accountId: id,
      documentId: null,
      statementId: null,
      startDate,
      endDate,
      isInferred: statement.startDate === null || statement.endDate === null,
      openingBalance: signed(statement.openingBalance),
      closingBalance: signed(statement.closingBalance),
      reconciliationStatus: statement.reconciliation.status,
      dailyBalances: [],
    },
  ]
}
