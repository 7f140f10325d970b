import { getExponent, type Cents } from '../../values/money.ts'

/** `2,602.89`, `2.602,89`, `2602.89`; in the second also `2 602.89`, which may be two figures. */
const FIGURES = [
  /\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d{1,3})?|\d+(?:[.,]\d{1,3})?/g,
  /\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d{1,3})?/g,
]

/** Whether a line prints an amount, with any sign and separators; decimals of 0 may be left out. */
export function isPrintedIn(line: string, amount: Cents, currency: string): boolean {
  const unit = 10 ** getExponent(currency)
  const wanted = [Math.abs(amount), ...(amount % unit === 0 ? [Math.abs(amount) / unit] : [])]
  const printed = FIGURES.flatMap((figure) => line.match(figure) ?? [])
  return printed.some((figure) => wanted.includes(Number(figure.replaceAll(/\D/g, ''))))
}
