interface Variable {
  name: string
  example: string
}

/** The name that a template makes of the examples of its variables; filters are left out. */
export function fillTemplate(template: string, variables: readonly Variable[]): string {
  const examples = new Map(variables.map(({ name, example }) => [name, example]))
  return template.replaceAll(
    /\{\{\s*([\w.]+)[^}]*\}\}/g,
    (whole, name: string) => examples.get(name) ?? whole,
  )
}
