/** JSON with one line for what fits one, so that a diff shows what changed and little else. */
export function jsonText(value: unknown, indent = ''): string {
  return nestedText(value, { indent, depth: Infinity })
}

/** JSON in which whatever lies `depth` levels deep is one line, however long: one line, one thing. */
export function jsonLines(value: unknown, depth: number): string {
  return nestedText(value, { indent: '', depth })
}

function nestedText(value: unknown, { indent, depth }: { indent: string; depth: number }): string {
  const flat = JSON.stringify(value)
  const isFlat = depth === 0 || indent.length + flat.length <= 100
  if (value === null || typeof value !== 'object' || isFlat) return flat
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value)
    .filter(([, held]) => held !== undefined)
    .map(([key, held]) => {
      const text = nestedText(held, { indent: inner, depth: depth - 1 })
      return isList ? text : `${JSON.stringify(key)}: ${text}`
    })
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`
}
