/** Nine digits whose sum, weighted 3, 7, 1 in turn, is a multiple of ten (ABA). */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * [3, 7, 1][at % 3]!, 0)
  return sum > 0 && sum % 10 === 0
}
