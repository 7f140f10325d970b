/** Names of fields with those inside of them; null for all that is inside. */
export type Fields = ReadonlyMap<string, Fields | null>

/** `id name reasons{code text}` as a tree; throws on braces that do not match. */
export function parseFields(text: string): Fields {
  const tokens = text.match(/[{}]|[^\s{}]+/g) ?? []
  const fields = readFields(tokens)
  if (tokens.length > 0) throw new Error(`Braces do not match in: ${text}`)
  return fields
}

/** Takes its tokens off the list, up to the brace that closes them. */
function readFields(tokens: string[]): Fields {
  const fields = new Map<string, Fields | null>()
  for (let name = tokens.shift(); name !== undefined && name !== '}'; name = tokens.shift()) {
    const isNested = tokens[0] === '{'
    if (isNested) tokens.shift()
    fields.set(name, isNested ? readFields(tokens) : null)
  }
  return fields
}

/** The same fields, and these wherever there are fields inside. */
export function withFields(fields: Fields, names: readonly string[]): Fields {
  if (names.length === 0) return fields
  const inner = [...fields].map(([name, found]): [string, Fields | null] => [
    name,
    found && withFields(found, names),
  ])
  return new Map([...inner, ...names.map((name): [string, null] => [name, null])])
}
