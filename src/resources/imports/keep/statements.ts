import type { ImportReading } from '../../../core/statements/import.ts'
import type { Statement } from '../../../core/statements/statement.ts'
import { toMajor } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { insertStatement } from '../../documents/reading/store.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import type { KeptPeriod } from './result.ts'
import { findNextIndex, deletePeriod } from './store.ts'

interface Periods {
  document: DocumentRow
  dataSourceId: string
  accountIds: ReadonlyMap<string, string>
  statements: ImportReading['statements']
}

/**
 * The periods that a provider states, each with its balances as they agree with the rows of the
 * payload. A period that was stated before is stated anew.
 */
export async function keepPeriods(
  ctx: Context,
  { document, dataSourceId, accountIds, statements }: Periods,
): Promise<KeptPeriod[]> {
  const kept: KeptPeriod[] = []
  for (const { accountId: external, statement } of statements) {
    const accountId = accountIds.get(external)!
    const { startDate, endDate } = statement
    await deletePeriod(ctx, dataSourceId, { accountId, startDate, endDate })
    const index = await findNextIndex(ctx, document.id)
    await insertStatement(ctx, {
      id: randomUUIDv7(),
      document,
      dataSourceId,
      accountId,
      // Its rows are of the provider's source: a later page may change or take them back.
      statement: { ...statement, index, rows: [] },
      isIncluded: true,
      removed: [],
      readCurrencySource: statement.currencySource,
    })
    kept.push(toKept(accountId, statement))
  }
  return kept
}

function toKept(
  accountId: string,
  { startDate, endDate, currency, reconciliation }: Statement,
): KeptPeriod {
  // prettier-ignore
  const { status, difference, checks } = reconciliation
  return {
    accountId,
    startDate,
    endDate,
    status,
    difference: difference === null ? null : toMajor(difference, currency),
    failedChecks: checks.filter(({ passed }) => !passed).map(({ id }) => id),
  }
}
