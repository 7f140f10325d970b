import { isRoutingNumber } from '../values/us/routing-number.ts'

/** A line that is known by its form, and the words by which cues speak of it. */
interface MachineLine {
  words: string
  isFound: (line: string) => boolean
  /** How many such lines make it; one where it is absent. */
  least?: number
}

/** How checks and passports are known by their print for machines, letters by how they begin. */
const MACHINE_LINES: readonly MachineLine[] = [
  { words: 'micr line', isFound: isMicrLine },
  // The images of paid checks that come with a statement.
  { words: 'several micr lines', isFound: isMicrLine, least: 2 },
  // PAY TO THE ORDER OF ______________ $ ______   Pay to the order of $; not filled in
  { words: 'blank payee', isFound: (line) => /^\W*pay to the(?: order of)?[\W_]*$/i.test(line) },
  // Routing 121000044 Account 0088213390 Check 1408
  {
    words: 'micr line in words',
    isFound: (line) =>
      /^\W*routing\W*\d{9}\W+account\W*\d{4,17}(?:\W+check\W*\d{1,8})?\W*$/i.test(line),
  },
  // 52-88/112   82-417/1021   70-2322 / 719
  {
    words: 'fractional routing number',
    isFound: (line) => /^.*\b\d{1,2}-\d{1,4}\s?\/\s?\d{3,4}\b/.test(line),
  },
  // P<NORBRANDVOLD<<SIGURD<<<<<<<<<<   N8814402<2NOR7111309M2908144<<<<<; not PAY TO THE ORDER OF
  {
    words: 'passport machine line',
    isFound: (line) =>
      /^P[A-Z<][A-Z]{3}[A-Z]+<<?[A-Z<]{6,}|[A-Z0-9<]{9}\d[A-Z]{3}\d{7}[MFX<]\d{7}/.test(
        line.replaceAll(' ', ''),
      ),
  },
  { words: 'void mark', isFound: isVoidMark },
  // 02/11/2026 10:22   01/22/2026 15:42 REG 3
  {
    words: 'till time',
    isFound: (line) =>
      /^\W*\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}\s+\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?(?: \p{L}+ \d+)?$/iu.test(
        line,
      ),
  },
  { words: 'salutation line', isFound: (line) => SALUTATION.test(line) },
]

// To Whom It May Concern   Dear Ms. Oduya:   Dear Sir or Madam
export const SALUTATION = /^\W*(?:to whom it may concern|dear \p{L})/iu
// |:102104176|: 4471009236||' 10442   211200880 00771204418 0871   ⑆071004123⑆ 880041727⑈ 2205
const MICR = /^\W*(?:\d{3,8}\W{1,4})?(\d{9})\W+(\d[\d -]{3,16}\d)\W*(?:\d{3,8})?\W*$/

// |:102099994|: 0088134420||' 2051   :211288640: 4410098812" 1044
const TRANSIT = /^[\W\d]*(?:⑆|\|:|:)\s?\d{9}\s?(?:⑆|\|:|:)[\W\d]*$/

/**
 * A valid routing number followed by an account, and nothing else but a check number. Between the
 * signs that only checks print it may be any number.
 */
function isMicrLine(line: string): boolean {
  if (TRANSIT.test(line)) return true
  const routing = MICR.exec(line)?.[1]
  return routing !== undefined && isRoutingNumber(routing)
}

// VOID   V O I D   PAY TO THE ORDER OF VOID; not VOID CORRECTED, the boxes of a tax form
const VOID_MARK = /^\W*V ?O ?I ?D(?:ED)?\W*$/
const CHECK_WORDS = /\b(?:PAY|TO|THE|ORDER|OF|DOLLARS|MEMO|FOR|DATE)\b/gi

function isVoidMark(line: string): boolean {
  return VOID_MARK.test(line.replaceAll(CHECK_WORDS, '').replaceAll(/[^\p{L} ]/gu, ''))
}

/** The words for the lines of such a form among some lines of a document, each once. */
export function listMachineLines(lines: readonly string[]): string[] {
  return MACHINE_LINES.filter(
    ({ isFound, least = 1 }) => lines.filter(isFound).length >= least,
  ).map(({ words }) => words)
}
