import { Type, type Static } from 'typebox'
import { toCents } from '../../values/money.ts'
import { judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { BANK } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Shape, Text } from '../schemas.ts'
import { listStips, STIP_DEFAULTS } from '../stips/items.ts'
import { buildQuerySchema } from './paging.ts'

const schema = reportSchema({
  items: Type.Array(
    Shape({
      code: Type.String(),
      label: Type.String(),
      status: Type.Enum(['missing', 'received']),
      needs_check: Type.Boolean(),
      request_text: Text,
      document_classes: Type.Array(Type.String()),
    }),
  ),
  missing_count: Type.Integer(),
  /** Everything that is missing as one text to send; null when nothing is. */
  request_text: Text,
})

const { months: MONTHS, taxReturnFrom: TAX_RETURN_FROM } = STIP_DEFAULTS

/** What the deal still needs before it can be funded, with the requests to send. */
export const stips: Report = {
  name: 'stips',
  title: 'Stipulations',
  description:
    'The stipulations of a deal: documents, months of statements, accounts and payoff letters; what was received and what to request.',
  defaultWindow: 'all',
  isAdditive: true,
  query: buildQuerySchema({
    required_months: Type.Optional(Type.Integer({ minimum: 1, maximum: 24, default: MONTHS })),
    tax_return_from: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1_000_000_000, default: TAX_RETURN_FROM }),
    ),
  }),
  schema,
  compute: computeStips,
}

function computeStips(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const { options } = request
  const window = request.window ?? windowNamed(ledger, 'all')
  const { blocks, weakens } = judge(ledger, window, BANK)
  const isKnown = blocks.length === 0
  const from = (options['tax_return_from'] as number | undefined) ?? TAX_RETURN_FROM
  const items = listStips(ledger, {
    months: (options['required_months'] as number | undefined) ?? MONTHS,
    taxReturnFrom: toCents(from, ledger.currency) ?? from * 100,
  })
  const requests = items.map(({ requestText }) => requestText).filter((text) => text !== null)
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: isKnown ? weakens : blocks }),
    items: items.map(
      ({ code, label, status, needsCheck = false, requestText, documentClasses }) => ({
        code,
        label,
        status,
        needs_check: needsCheck,
        request_text: requestText,
        document_classes: [...documentClasses],
      }),
    ),
    missing_count: requests.length,
    request_text: requests.length === 0 ? null : requests.map((text) => `- ${text}`).join('\n'),
  }
}
