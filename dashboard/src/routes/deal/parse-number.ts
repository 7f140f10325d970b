/** A number as it is typed, with commas or without; null where it is empty, NaN where it is none. */
export function parseNumber(text: string): number | null {
  const cleaned = text.replaceAll(/[,$\s]/g, '').replace('\u2212', '-')
  return cleaned === '' ? null : Number(cleaned)
}
