import type { Box } from '../../../core/values/box.ts'
import type { Cents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface ExportedRow {
  id: string
  statementId: string
  date: string
  description: string
  amount: Cents
  balance: Cents | null
  currency: string
  categorySlug: string | null
  merchantName: string | null
  checkNumber: string | null
  isDuplicate: boolean
  page: number | null
  box: Box | null
}

/** The transactions of a document in the order it prints them. */
export async function listExportedRows(ctx: Context, documentId: string): Promise<ExportedRow[]> {
  return ctx.db.rows<ExportedRow>(sql`
    select t.id, t.statement_id, t.date, t.description, t.amount, t.balance, t.currency, t.category_slug,
      t.merchant_name, t.check_number, t.is_duplicate, t.page, t.box
    from transactions t
    join statements s on s.environment_id = t.environment_id and s.id = t.statement_id
    where t.environment_id = ${ctx.environment.id} and t.document_id = ${documentId}
    order by s.index, t.position`)
}

export interface PrintedDay {
  statementId: string
  date: string
  balance: Cents
}

/** The daily balance tables as the bank prints them. */
export async function listPrintedDays(ctx: Context, documentId: string): Promise<PrintedDay[]> {
  return ctx.db.rows<PrintedDay>(sql`
    select s.id as statement_id, day.date, day.balance
    from statements s, jsonb_to_recordset(s.daily_balances) as day (date date, balance bigint)
    where s.environment_id = ${ctx.environment.id} and s.document_id = ${documentId}
    order by s.index, day.date`)
}
