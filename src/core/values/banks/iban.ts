/** How many letters and digits an IBAN of each country has (ISO 13616, the registry of SWIFT). */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 ' +
    'DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 ' +
    'IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 ' +
    'MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 ' +
    'SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
)

const START = /(?<![\p{L}\d])[A-Z]{2} ?\d{2}(?=[ \dA-Z])/gu

/**
 * The IBAN in a text, however its digits are grouped (`ES18 0077 4410 22 0099187723`): as many
 * letters and digits as its country has, and no more behind them. Null where there is none.
 */
export function ibanIn(text: string): string | null {
  for (const { index } of text.matchAll(START)) {
    const length = LENGTHS.get(text.slice(index, index + 2))
    const found = length === undefined ? null : takeSigns(text.slice(index), length)
    if (found !== null) return found
  }
  return null
}

function takeSigns(text: string, length: number): string | null {
  const found = new RegExp(`^(?: ?[\\dA-Z]){${length}}(?![\\p{L}\\d])`, 'u').exec(text)
  return found ? found[0] : null
}
