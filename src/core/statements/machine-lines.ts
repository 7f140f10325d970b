import { isRoutingNumber } from '../values/us/routing-number.ts'

/** A line of print for machines, and the words by which cues speak of it. */
interface MachineLine {
  words: string
  isFound: (line: string) => boolean
}

/** How checks and passports are known by their print for machines. */
const MACHINE_LINES: readonly MachineLine[] = [
  { words: 'micr line', isFound: isMicrLine },
  // 52-88/112   82-417/1021   70-2322 / 719
  {
    words: 'fractional routing number',
    isFound: (line) => /^.*\b\d{1,2}-\d{1,4}\s?\/\s?\d{3,4}\b/.test(line),
  },
  // P<NORBRANDVOLD<<SIGURD<<<<<<<<<<   N8814402<2NOR7111309M2908144<<<<<
  {
    words: 'passport machine line',
    isFound: (line) =>
      /^P[A-Z<][A-Z]{3}[A-Z<]{10,}|[A-Z0-9<]{9}\d[A-Z]{3}\d{7}[MFX<]\d{7}/.test(
        line.replaceAll(' ', ''),
      ),
  },
]

// |:102104176|: 4471009236||' 10442   211200880 00771204418 0871   ⑆071004123⑆ 880041727⑈ 2205
const MICR = /^\W*(?:\d{3,8}\W{1,4})?(\d{9})\W+(\d[\d -]{3,16}\d)\W*(?:\d{3,8})?\W*$/

/** A valid routing number followed by an account, and nothing else but a check number. */
function isMicrLine(line: string): boolean {
  const routing = MICR.exec(line)?.[1]
  return routing !== undefined && isRoutingNumber(routing)
}

/** The words for the machine lines that some lines of a document hold, each once. */
export function listMachineLines(lines: readonly string[]): string[] {
  return MACHINE_LINES.filter(({ isFound }) => lines.some(isFound)).map(({ words }) => words)
}
