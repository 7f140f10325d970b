/** A text or number as text; everything else is empty. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
