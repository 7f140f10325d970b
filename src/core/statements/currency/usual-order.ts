import { isOnlyOrder } from './currencies.ts'
import { weighPlace, type PrintedTexts } from './evidence.ts'
import type { CurrencyReading } from './read-currency.ts'

/** Banks of every country keep accounts in these: the code alone shows no country. */
const KEPT_ANYWHERE: ReadonlySet<string> = new Set(['EUR', 'USD'])

/** Whether the country of an account writes its days in this order only, and the print shows it. */
export function isUsualOrder(
  { currency, currencySource }: CurrencyReading,
  texts: PrintedTexts,
  isMonthFirst: boolean,
): boolean {
  if (currencySource === 'assumed' || !isOnlyOrder(currency, isMonthFirst)) return false
  return !KEPT_ANYWHERE.has(currency) || (weighPlace(texts).get(currency) ?? 0) > 0
}
