import { accountType } from './collect.ts'
import { child, firstChild, items, readText, textAt, type Place } from './payload/place.ts'
import { readCurrency, readDate } from './payload/values.ts'
import type { Provider } from './provider.ts'

/**
 * Codat banking: accounts and transactions, alone or as `results` of a page. Amounts are signed for
 * the holder. Source: Codat API reference, Banking.
 */
export const codat: Provider = {
  name: 'codat',
  title: 'Codat',
  payloads: 'banking-accounts and banking-transactions',
  route: null,
  detects: (root) => {
    const [row] = items(rowsIn(root))
    if (row === undefined || textAt(row, 'accountId') === null) return false
    return readText(firstChild(row, ['postedDate', 'authorizedDate'])) !== null && textAt(row, 'customerId') === null // prettier-ignore
  },
  read: (root, collector) => {
    for (const account of items(child(root, 'accounts'))) {
      const id = textAt(account, 'id')
      if (id === null) continue
      collector.account({
        id,
        institutionName: textAt(child(account, 'institution'), 'name'),
        name: textAt(account, 'name'),
        number: textAt(child(account, 'identifiers'), 'maskedAccountNumber', 'number'),
        type: accountType(textAt(account, 'accountType'), textAt(account, 'type')),
        currency: readCurrency(child(account, 'currency')),
        holderNames: [textAt(account, 'holderName')].filter((name) => name !== null),
      })
    }
    const rows = rowsIn(root)
    if (!collector.requireList(rows, 'transactions')) return
    for (const row of items(rows)) {
      const accountId = textAt(row, 'accountId')
      if (accountId === null) {
        collector.problem(row, 'missing_account', 'The transaction has no accountId.')
        continue
      }
      const named = readCurrency(child(row, 'currency'))
      const { currency } = collector.account({ id: accountId, currency: named })
      collector.row(row, {
        accountId,
        externalId: textAt(row, 'id'),
        date: readDate(
          firstChild(row, ['postedDate', 'authorizedDate']),
          collector.options.timezone,
        ),
        amount: collector.cents(child(row, 'amount'), named ?? currency),
        currency: named ?? currency,
        description: textAt(row, 'description') ?? '',
        merchantName: textAt(row, 'merchantName'),
        category: codatCategory(row),
        type: textAt(row, 'code'),
        isPending: textAt(row, 'postedDate') === null,
      })
    }
  },
}

function rowsIn(root: Place): Place {
  return firstChild(root, ['transactions', 'results'])
}

/** Codes of Codat have a prefix in the table of categories, since others share their words. */
function codatCategory(row: Place): string | null {
  const code = textAt(row, 'code')
  return code === null ? null : `codat_${code.toLowerCase()}`
}
