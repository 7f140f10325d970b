/** Currencies (ISO 4217) that are recognised in cells and headings. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set([
  'USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD', 'CHF', 'JPY', 'CNY', 'HKD', 'SGD', 'MXN', 'BRL', 'ARS',
  'CLP', 'COP', 'PEN', 'SEK', 'NOK', 'DKK', 'ISK', 'PLN', 'CZK', 'HUF', 'RON', 'BGN', 'RUB', 'UAH',
  'TRY', 'ILS', 'AED', 'SAR', 'QAR', 'KWD', 'BHD', 'OMR', 'JOD', 'TND', 'EGP', 'MAD', 'ZAR', 'NGN',
  'KES', 'GHS', 'INR', 'PKR', 'BDT', 'LKR', 'IDR', 'MYR', 'THB', 'VND', 'PHP', 'KRW', 'TWD', 'DOP',
  'CRC', 'GTQ', 'UYU', 'JMD', 'TTD', 'BSD', 'XOF', 'XAF',
]) // prettier-ignore

/** Symbols beside an amount. A bare `$`, `kr` or `Rs` belongs to many countries and names none. */
export const CURRENCY_SYMBOLS: ReadonlyMap<string, string | null> = new Map([
  ['$', null], ['kr', null], ['kr.', null], ['rs', null], ['rs.', null], ['us$', 'USD'],
  ['ca$', 'CAD'], ['c$', 'CAD'], ['cad$', 'CAD'], ['usd$', 'USD'], ['a$', 'AUD'], ['au$', 'AUD'],
  ['nz$', 'NZD'], ['hk$', 'HKD'], ['s$', 'SGD'], ['r$', 'BRL'], ['mx$', 'MXN'], ['€', 'EUR'],
  ['£', 'GBP'], ['¥', 'JPY'], ['₹', 'INR'], ['₩', 'KRW'], ['₪', 'ILS'], ['₺', 'TRY'], ['₽', 'RUB'],
  ['₴', 'UAH'], ['zł', 'PLN'], ['kč', 'CZK'], ['ft', 'HUF'], ['lei', 'RON'], ['₫', 'VND'],
  ['฿', 'THB'], ['₱', 'PHP'], ['₦', 'NGN'], ['fr.', 'CHF'],
]) // prettier-ignore
