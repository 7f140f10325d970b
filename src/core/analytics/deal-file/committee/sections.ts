import { findCategory } from '../../../values/categories.ts'
import { formatMoney, formatPercent } from '../../../values/paper/figure-text.ts'
import type { PaperBlock, PaperSection, PaperValue } from '../../../values/paper/paper.ts'
import { computeForecast } from '../../reports/forecast-report.ts'
import { column, facts, table, words, type DealInput } from '../facts.ts'
import type { CommitteeNote, CommitteePolicy, Correction, PolicyLine } from './facts.ts'

/** Where the deal stands, why, and what people wrote. */
export function decisionSection({ facts: { offer, committee } }: DealInput): PaperSection {
  const { stage, declineReasons, notes = [] } = committee ?? {}
  return {
    title: 'Decision',
    note: 'For the lender alone: decisions, notes, policies and corrections go to no recipient.',
    blocks: [
      facts(
        ['Stage', stage ? words(stage) : 'not decided', 'text'],
        ['Offer', offer, 'text'],
        ['Reasons of the decline', declineReasons?.join('; ') || null, 'text'],
      ),
      {
        kind: 'list',
        title: 'Reasons and notes',
        items: notes.map(formatNote),
        empty: 'Nobody wrote a note.',
      },
    ],
  }
}

function formatNote({ text, by, at, decision, isTakenBack }: CommitteeNote): string {
  const about = decision === null ? '' : `, ${words(decision)}${isTakenBack ? ' (taken back)' : ''}`
  return `${at.slice(0, 10)}${by === null ? '' : `, ${by}`}${about}: ${text}`
}

/** What each policy says of the deal, rule by rule, with who overrode what and why. */
export function policiesSection({ facts: { committee } }: DealInput): PaperSection {
  const policies = committee?.policies ?? []
  const columns = [
    column('Policy', 'text', 18),
    column('Rule', 'text', 22),
    column('Result', 'text', 9),
    column('Consequence', 'text', 10),
    column('What it found', 'text', 36),
    column('Overridden', 'text', 20),
  ]
  return {
    title: 'Policies',
    note: 'The last result of each policy; a rule without a consequence turns nothing.',
    blocks: [
      {
        kind: 'list',
        title: 'Results',
        items: policies.map(formatPolicy),
        empty: 'No policy was evaluated on this deal.',
      },
      table('Rules', columns, {
        rows: policies.flatMap((policy) => policy.lines.map((line) => toRuleRow(policy, line))),
        empty: 'No rule was evaluated.',
      }),
    ],
  }
}

function formatPolicy({ name, version, decision, at, lines }: CommitteePolicy): string {
  const turned = lines.filter(({ isCounted, consequence }) => isCounted && consequence !== null)
  const count = `${turned.length} of ${lines.length} rules with a consequence`
  return `${name}${version === null ? '' : `, version ${version}`}: ${decision} (${count}), ${at.slice(0, 10)}.`
}

function toRuleRow(policy: CommitteePolicy, line: PolicyLine): PaperValue[] {
  const { by, reason } = line.overridden ?? {}
  return [
    policy.name,
    line.ruleName,
    words(line.result),
    line.isCounted && line.consequence ? words(line.consequence) : '',
    line.message ?? '',
    by === undefined ? '' : `${by}${reason ? `: ${reason}` : ''}`,
  ]
}

/** What people changed of the rows, with the value before. */
export function correctionsSection({ facts: { committee } }: DealInput): PaperSection {
  const columns = [
    column('On', 'date', 10),
    column('By', 'text', 16),
    column('Row', 'text', 34),
    column('Rows', 'count', 6),
    column('Change', 'text', 40),
    column('Comment', 'text', 20),
  ]
  const rows = committee?.corrections.map(toCorrectionRow) ?? []
  return {
    title: 'Corrections',
    note: 'Categories and flags that a person set; figures set against a page stand with the statements.',
    blocks: [
      table('Corrections', columns, { rows, empty: 'Nobody corrected a row of this deal.' }),
    ],
  }
}

function toCorrectionRow(correction: Correction): PaperValue[] {
  const { at, by, row, rowsCount, changes, comment } = correction
  return [
    at.slice(0, 10),
    by,
    row === null
      ? ''
      : `${row.date} ${row.description ?? ''} ${formatMoney(row.amount, row.currency)}`,
    rowsCount,
    changes
      .map(({ field, from, to }) => `${words(field)}: ${formatSide(from)} → ${formatSide(to)}`)
      .join('; '),
    comment ?? '',
  ]
}

function formatSide(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  return findCategory(value)?.name ?? value
}

const HORIZON_DAYS = 90

/** What lies ahead without any offer. */
export function forecastSection({ ledger, request }: DealInput): PaperSection {
  const ahead = computeForecast(ledger, {
    ...request,
    window: null,
    options: { horizon: HORIZON_DAYS },
  })
  const { summary } = ahead
  const share = summary.probability_negative
  const blocks: PaperBlock[] = [
    facts(
      ['Balance at the start', ahead.start_balance, 'amount'],
      ['Lowest balance expected', summary.min_balance, 'amount'],
      ['On', summary.min_balance_date, 'date'],
      ['Below zero on some day', share === null ? null : formatPercent(share), 'text'],
      ['Money in', summary.predicted_inflow, 'amount'],
      ['Money out', summary.predicted_outflow, 'amount'],
    ),
    {
      kind: 'line',
      title: 'Expected balance',
      points: ahead.daily.map(({ date, predicted_balance: value }) => ({ date, value })),
    },
  ]
  return {
    title: 'Forecast',
    note: `The next ${HORIZON_DAYS} days without an advance.`,
    blocks: ahead.daily.length > 0 ? blocks : [EMPTY_FORECAST],
  }
}

const EMPTY_FORECAST: PaperBlock = {
  kind: 'list',
  title: 'Expected balance',
  items: [],
  empty: 'Too little data for a forecast.',
}
