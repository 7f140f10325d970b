/** A markdown table, each column to the left, or as `rule` has it. */
export function table(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
  rule: readonly string[] = head.map(() => '---'),
): string {
  return [head, rule, ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')
}

/** The same with names in the first column and figures, to the right, in all others. */
export function figureTable(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): string {
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'))
  return table(head, rows, rule)
}

/** A page of docs/ that a command writes; `origin` says by which and from what. */
export function page(title: string, origin: string, lines: readonly string[]): string {
  return `${[`# ${title}`, '', origin, '', ...lines].join('\n').trimEnd()}\n`
}

export function code(text: string): string {
  return `\`${text}\``
}

function cell(value: unknown): string {
  return String(value).replaceAll('|', '\\|').replaceAll('\n', ' ')
}
