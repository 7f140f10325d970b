/** A line of the file with its number as a person counts it, from 1. */
export interface GridRow {
  number: number
  cells: readonly string[]
}
