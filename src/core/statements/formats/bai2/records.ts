/** A logical record: its code, its text without the continuation codes, and where it begins. */
export interface Bai2Record {
  code: string
  /** The fields behind the code; a `\n` stands between lines and parts fields as a comma does. */
  body: string
  line: number
  /** Physical records, continuations included: what the trailers count. */
  count: number
}

/**
 * The records of a BAI2 file. A continuation (`88`) belongs to the record before it, blanks that
 * fill a record and the slash that ends it are dropped. A line that begins with no code is a fault
 * and named.
 */
export function readRecords(text: string): { records: Bai2Record[]; faults: number[] } {
  const records: Bai2Record[] = []
  const faults: number[] = []
  for (const [index, whole] of splitLines(text).entries()) {
    const line = whole.trim()
    if (line === '') continue
    // 16,115,450000,Z,REF,,LOCK BOX NO 68751/
    const match = /^(01|02|03|16|49|88|98|99)(?:,(.*?))?\/?$/s.exec(line)
    const last = records.at(-1)
    if (!match || (match[1] === '88' && !last)) faults.push(index + 1)
    else if (match[1] !== '88')
      records.push({ code: match[1]!, body: match[2] ?? '', line: index + 1, count: 1 })
    else {
      last!.body += `\n${match[2] ?? ''}`
      last!.count += 1
    }
  }
  return { records, faults }
}

/** One line may hold the whole file, its records parted by the slash that ends each. */
function splitLines(text: string): string[] {
  const lines = text.split(/\r\n?|\n/)
  const isOne = lines.filter((line) => line.trim() !== '').length === 1
  return isOne ? text.split(/(?<=\/)\s*(?=(?:01|02|03|16|49|88|98|99),)/) : lines
}

/** The fields of a record that holds no free text. */
export function splitFields({ body }: Bai2Record): string[] {
  return body.split(/[,\n]/).map((field) => field.trim())
}

/** An amount or a count: digits with an optional sign; null when it is none or not exact. */
export function parseNumber(text: string | undefined): number | null {
  if (!/^[+-]?\d{1,18}$/.test(text ?? '')) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number + 0 : null
}
