/** JSON with one line for what fits one, so that a diff shows what changed and little else. */
export function jsonText(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value)
  if (value === null || typeof value !== 'object' || indent.length + flat.length <= 100) return flat
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value)
    .filter(([, held]) => held !== undefined)
    .map(([key, held]) => `${isList ? '' : `${JSON.stringify(key)}: `}${jsonText(held, inner)}`)
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`
}
