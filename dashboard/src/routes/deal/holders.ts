import type { Pdf } from '../../../../clients/typescript/src/index.ts'

/** The names that each statement of a document prints as holders of its account. */
export function listHolders({ statements }: Pick<Pdf, 'statements'>): string[][] {
  return statements.map(({ account_holder_names: names }) => names)
}
