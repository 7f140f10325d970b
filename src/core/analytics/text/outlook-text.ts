import { formatPercent } from '../../values/paper/figure-text.ts'
import { createMoney, table, type WriteMoney } from './table.ts'

interface Reason {
  code: string
  text: string
  factor: string
  lost_points: number
}

interface RiskScore {
  score: number | null
  grade: string | null
  points: number | null
  points_possible: number | null
  reasons: Reason[]
  factors: { name: string; weight: number }[]
}

/** The score, and the reasons it lost points for, most first. */
export function riskText(risk: RiskScore): string {
  if (risk.score === null) return 'Risk score · not enough data'
  const weights = new Map(risk.factors.map(({ name, weight }) => [name, weight]))
  const rows = risk.reasons.map(({ code, text, factor, lost_points: lost }) => [
    code,
    text,
    `−${lost.toFixed(1)} of ${weights.get(factor) ?? '–'}`,
  ])
  const points = `${risk.points?.toFixed(1)} of ${risk.points_possible} points that could be scored`
  return `Risk score ${risk.score} · grade ${risk.grade} · ${points}\n\n${table(['', 'reason', 'points lost'], rows, 2)}`
}

interface Forecast {
  currency: string
  horizon_days: number
  model: string | null
  mase: number | null
  daily: { date: string; predicted_balance: number; lower_80: number; upper_80: number }[]
  summary: {
    min_balance: number | null
    min_balance_date: string | null
    probability_negative: number | null
    predicted_inflow: number | null
    predicted_outflow: number | null
  } | null
  scheduled: { name: string; amount: number; dates: string[] }[]
}

const DAYS_APART = 7
const DUE_SHOWN = 8

/** The balance of every seventh day with its interval, and what recurs. */
export function forecastText({ summary, daily, ...forecast }: Forecast): string {
  const money = createMoney(forecast.currency)
  if (summary === null || daily.length === 0) return 'Forecast · not enough data'
  const rows = daily
    .filter((_, index) => (index + 1) % DAYS_APART === 0)
    .map((day) => [
      day.date,
      money(day.predicted_balance),
      `${money(day.lower_80)} to ${money(day.upper_80)}`,
    ])
  const lines = [
    `Balance forecast · ${forecast.horizon_days} days · model ${forecast.model}, error ${forecast.mase?.toFixed(2) ?? '–'} × that of a naive forecast`,
    '',
    table(['', 'balance', '80 % interval'], rows),
    '',
    `  lowest balance about ${money(summary.min_balance)} on ${summary.min_balance_date}`,
    `  chance of going negative ${summary.probability_negative === null ? '–' : formatPercent(summary.probability_negative)}`,
    `  expected deposits ${money(summary.predicted_inflow)}, expected withdrawals ${money(summary.predicted_outflow)}`,
    ...dueLines(forecast.scheduled, money),
  ]
  return lines.join('\n')
}

/** Recurring payments and deposits, the largest sums first. */
function dueLines(scheduled: Forecast['scheduled'], money: WriteMoney): string[] {
  const sum = ({ amount, dates }: Forecast['scheduled'][number]): number =>
    Math.abs(amount) * dates.length
  const due = scheduled
    .filter(({ dates }) => dates.length > 0)
    .toSorted((left, right) => sum(right) - sum(left))
  const lines = due.slice(0, DUE_SHOWN).map(({ name, amount, dates: [first, ...more] }) => {
    const times = more.length === 0 ? `on ${first}` : `${more.length + 1} times from ${first}`
    return `  recurring: ${name} ${money(amount)} ${times}`
  })
  return due.length > DUE_SHOWN ? [...lines, `  and ${due.length - DUE_SHOWN} more`] : lines
}
