/** A value in a query, a path, a form or a sentence: lists and objects as JSON. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
