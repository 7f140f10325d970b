/** Encodings of banks whose letters are others in Windows-1252, which comes first. */
export const SINGLE_BYTE = [
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'ibm866',
  'koi8-r',
  'macintosh',
] as const
export const MULTI_BYTE = ['shift_jis', 'gb18030', 'euc-kr', 'big5', 'euc-jp'] as const
export type Encoding = (typeof SINGLE_BYTE)[number] | (typeof MULTI_BYTE)[number]

/** Enough of a file to know its letters. */
const SAMPLE_BYTES = 65_536

/** Currencies and countries of accounts whose banks write one encoding. */
const CUSTOMARY: readonly [Encoding, RegExp][] = [
  ['windows-1250', customs('PLN|CZK|HUF|RON|RSD|BAM|HRK', 'PL|CZ|SK|HU|RO|SI|HR|RS|BA')],
  ['windows-1251', customs('RUB|UAH|BGN|BYN|KZT|MKD', 'BG|UA|KZ|MK')],
  ['windows-1253', customs('GRD', 'GR|CY')],
  ['windows-1254', customs('TRY|TL|AZN', 'TR|AZ')],
  ['windows-1255', customs('ILS|NIS', 'IL')],
  ['windows-1256', customs('SAR|AED|EGP|JOD|KWD|QAR|BHD|OMR', 'SA|AE|EG|JO|KW|QA|BH')],
  ['windows-1257', customs('EEK|LVL|LTL', 'EE|LV|LT')],
  ['windows-1258', customs('VND', 'VN')],
  ['windows-874', customs('THB', 'TH')],
]

/** `PLN`, `PL61 1090` */
function customs(currencies: string, countries: string): RegExp {
  return new RegExp(String.raw`\b(?:${currencies})\b|\b(?:${countries})\d{2} ?\d{4}`, 'g')
}

/**
 * The encoding in which a text that states none reads best: with the most that `countKnown`
 * finds in it, then the fewest signs that no word of any language holds, then that of its currency
 * or country, then the first of the candidates.
 */
export function guessEncoding(
  bytes: Uint8Array,
  candidates: readonly Encoding[] = SINGLE_BYTE,
  countKnown: (text: string) => number = () => 0,
): Encoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const customary = customaryEncoding(new TextDecoder('windows-1252').decode(sample))
  const scored = candidates.map((encoding) => {
    const text = new TextDecoder(encoding).decode(sample, { stream: true })
    const weights = [countKnown(text), -countOdd(text), encoding === customary ? 1 : 0]
    return { encoding, weights }
  })
  return scored.reduce((best, other) => (isHeavier(other.weights, best.weights) ? other : best))
    .encoding
}

function isHeavier(left: readonly number[], right: readonly number[]): boolean {
  const at = left.findIndex((weight, index) => weight !== right[index])
  return at >= 0 && left[at]! > right[at]!
}

function customaryEncoding(text: string): Encoding | null {
  const counts = CUSTOMARY.map(([encoding, pattern]) => ({
    encoding,
    count: text.match(pattern)?.length ?? 0,
  }))
  const most = counts.reduce((best, other) => (other.count > best.count ? other : best))
  return most.count > 0 ? most.encoding : null
}

const SIGNS = '¹²³¼½¾¬¦±¶¤¥£§¸¨´‡†‰ƒˆ˜¯×÷µ˘˛˝ˇ'
/** What stands in no word: each is a sign that its text was read in another encoding. */
const ODD: readonly RegExp[] = [
  /[\u0080-\u009F\uFFFD\uE000-\uF8FF]/g,
  // Spó³dzielnia, £¹kowy
  new RegExp(String.raw`\p{L}[${SIGNS}]|[${SIGNS}](?=\p{L})`, 'gu'),
  // ¿aba in the middle of a word
  /\p{L}[¿¡ºª«»°](?=\p{L})/gu,
  // crŽdit, лОЯЙБЮ
  /(?<=\p{Ll})(?![A-Z])\p{Lu}/gu,
  // Äàòà: words of accented letters alone
  /[\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F]{3,}/g,
  // letters of two alphabets in one word
  /[a-zA-Z](?=[\u0370-\u0FFF\u2500-\u25FF])|[\u0370-\u0FFF\u2500-\u25FF](?=[a-zA-Z])/g,
  /(?<=[\u0400-\u04FF])[\u0402\u0403\u0409-\u040F\u0452\u0453\u0459-\u045F](?=[\u0400-\u04FF])/g,
]

function countOdd(text: string): number {
  return ODD.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0)
}
