import { existingDate, type PlainDate } from '../../values/dates.ts'

/** The day of `240813`, as SWIFT and BAI2 write it; two digits mean 1980 to 2079. Null if none. */
export function compactDay(text: string): PlainDate | null {
  // 240813
  const match = /^(\d{2})(\d{2})(\d{2})$/.exec(text)
  if (!match) return null
  const year = Number(match[1])
  return existingDate(year + (year < 80 ? 2000 : 1900), Number(match[2]), Number(match[3]))
}
