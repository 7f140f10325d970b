import type { Context } from '../../../platform/context.ts'
import { opened, type StatementValues } from '../../documents/statements/overrides.ts'
import { listOverrides } from '../../documents/statements/store.ts'

/** The values that overrides replaced, and the repairs made so far. */
export interface ReadBefore {
  values: StatementValues
  repairs: NonNullable<StatementValues['repairs']>
}

/** By statement; statements without overrides are absent. */
export async function readBefore(
  ctx: Context,
  documentId: string,
): Promise<Map<string, ReadBefore>> {
  const rows = await listOverrides(ctx, documentId)
  const byStatement = Map.groupBy(rows, ({ statementId }) => statementId)
  return new Map(
    [...byStatement].map(([id, own]) => {
      const values = own.map(({ field, readValue: value }) => [
        field,
        opened(ctx, documentId, { field, value }),
      ])
      const repairs = own.find(({ field }) => field === 'repairs')?.value ?? []
      return [
        id,
        {
          values: Object.fromEntries(values) as StatementValues,
          repairs: repairs as ReadBefore['repairs'],
        },
      ] as const
    }),
  )
}
