import { getExponent } from '../../../values/money.ts'
import { isObject, type JsonObject } from './json-object.ts'

/** Objects nest a few levels; what lies deeper is no value of a row. */
const DEEPEST = 4
const MOST_NAMES = 80
/** Names of an amount in cents: `minorUnits`, `amount_cents`, `amountMinor`. */
const MINOR = /(?:minor(?:[ _]?units?)?|(?:in[ _]?)?cents)$/i

/**
 * An object whose values are none themselves: `{"transactionAmount": {"amount": "1.00"}}` has the
 * name `transaction amount`. Amounts in minor units become major ones.
 */
export function flatten(object: JsonObject): JsonObject {
  const flat: JsonObject = {}
  collect(object, [], flat)
  return inMajorUnits(flat)
}

function collect(object: JsonObject, path: readonly string[], flat: JsonObject): void {
  for (const [name, value] of Object.entries(object)) {
    if (Object.keys(flat).length >= MOST_NAMES) return
    if (isObject(value) && path.length < DEEPEST) collect(value, [...path, name], flat)
    else if (Array.isArray(value)) {
      const texts = value.filter((each) => typeof each === 'string')
      if (texts.length > 0 && texts.length === value.length)
        flat[nameOf([...path, name])] ??= texts.join(' ')
    } else if (!isObject(value)) flat[nameOf([...path, name])] ??= value
  }
}

/** Words for the value of an amount, which its parent names. */
const VALUE_NAMES: ReadonlySet<string> = new Set(['amount', 'value', 'sum', 'decimal', 'units'])

/** `balance.amount.amount` is the balance, `amount.currency` the currency of a row. */
function nameOf(path: readonly string[]): string {
  const last = path.at(-1)!
  if (path.length === 1) return last
  if (/^(?:currency|currency_?code|iso_?currency_?code)$/i.test(last)) return 'currency'
  const named = path.filter(
    (name, at) => at === 0 || !VALUE_NAMES.has(name.toLowerCase()) || at < path.length - 2,
  )
  return named.join(' ')
}

/** Stripe counts its balance transactions in cents, and some banks name their amounts so. */
function inMajorUnits(flat: JsonObject): JsonObject {
  const isStripe = flat.object === 'balance_transaction'
  const currency = typeof flat.currency === 'string' ? flat.currency.toUpperCase() : 'USD'
  const entries = Object.entries(flat).map(([name, value]) => {
    const isMinor = MINOR.test(name) || (isStripe && ['amount', 'fee', 'net'].includes(name))
    if (!isMinor || typeof value !== 'number') return [name, value]
    return [name.replace(MINOR, '').trim() || 'amount', value / 10 ** getExponent(currency)]
  })
  return Object.fromEntries(entries) as JsonObject
}
