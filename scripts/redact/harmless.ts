import { DOCUMENT_CLASSES } from '../../src/core/statements/classes/index.ts'
import { HEADER_WORDS } from '../../src/core/statements/formats/grid/words/header-words.ts'
import {
  INFLOW_WORDS,
  OUTFLOW_WORDS,
} from '../../src/core/statements/formats/grid/words/sign-words.ts'
import {
  ACCOUNT_TYPE_WORDS,
  FACT_LABELS,
  SUMMARY_WORDS,
} from '../../src/core/statements/formats/grid/words/summary-words.ts'
import { LAYOUTS } from '../../src/core/statements/layouts/index.ts'
import { plainWord } from '../../src/core/statements/vocabulary/phrases.ts'
import { BANK_NAMES, LANGUAGES } from '../../src/core/statements/vocabulary/languages.ts'

/** How banks say what kind of entry a row is, and words that every statement has: nobody's name. */
const EVERYDAY = `
  a an and any are as at be by for from has have if in into is it its may no not of on or our out
  per than that the these this to under until up us was we were when which will with you your
  account accounts activity additions adjustment amount annual apr apy authorized automatic available
  average balance bank banking bill billing book branch business card cards cash cashed charge charges
  check checkcard checks cheque cheques checking clearing code column commercial company continued
  copy corp corporation count credit credits currency customer cycle daily date day days debit debits
  deposit deposits description detail details direct disclosure dispute due earned electronic ending
  entry errors fdic fee fees fraud help ibc images important inc information insured insufficient
  interest internal international international inquiries item items late ledger limited limit llc llp
  loan ltd mail member merchant minimum mobile monthly month name net notice nsf number numbers
  online opening other overdraft owed page paid paper payable payee payment payments payroll pending
  period phone policy pos post posted previous purchase purchases questions rate received
  reference refund remittance reserve retail return returned reversal sale sales savings section
  sequence serial service services settlement statement stop subtotal summary tax teller telephone
  terminal total totaling totalling totals transaction transactions transfer transfers type value via visa withdrawal
  withdrawals year yield
  ach arc atm boc ccd ctx cr crd db des dr eft id indn iat mcc mtd od pin ppd ref rdc tel trace trn
  web wire xfer ytd zba zelle venmo mastercard maestro sepa bacs chaps faster swift iban bic giro
  eur usd gbp cad aud nzd sgd chf inr hkd
  gmbh ag kg sarl sas bv nv pty plc pte www com net org http https
  er nd rd st th nz bsb ncua ifsc australia canada singapore zealand new
  um uhr und von vom der die das den dem am im bis auf zu zum nach mit
  le la les de du des et au aux sur par pour el los las y en por al van op bij het een
  sun mon tue wed thu fri sat sunday monday tuesday wednesday thursday friday saturday
`

/**
 * Folded words that may stay in a redacted document: what the reader knows statements by, and what
 * is said of every entry. Names of persons, firms, streets and places are none of them.
 */
export const HARMLESS: ReadonlySet<string> = new Set(
  [
    EVERYDAY,
    ...BANK_NAMES,
    ...LANGUAGES.flatMap((language) => [...textsIn(language), ...Object.keys(language.months)]),
    ...LAYOUTS.flatMap(({ bank, vocabulary }) => [bank, ...textsIn(vocabulary)]),
    ...textsIn([HEADER_WORDS, SUMMARY_WORDS, FACT_LABELS, ACCOUNT_TYPE_WORDS]),
    ...OUTFLOW_WORDS,
    ...INFLOW_WORDS,
    ...DOCUMENT_CLASSES.flatMap(({ cues }) => textsIn(cues)),
  ].flatMap((text) => lettersIn(text).map(plainWord)),
)

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The runs of letters of a text. */
export function lettersIn(text: string): string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? []
}
