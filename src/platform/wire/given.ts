/** The fields of `shape` that a body has, null among them: what it leaves out is not changed. */
export function pickGiven<Shape extends object>(shape: Shape, input: object): Partial<Shape> {
  const given = Object.entries(input).filter(([key, value]) => value !== undefined && key in shape)
  return Object.fromEntries(given) as Partial<Shape>
}

/** Columns of which any may be left out. */
export type Given<Columns> = { [Name in keyof Columns]?: Columns[Name] | undefined }
