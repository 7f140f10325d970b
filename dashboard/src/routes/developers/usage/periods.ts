const DAY_MS = 86_400_000

export interface Period {
  start_date: string
  end_date: string
}

/** The days of a period that ends today, or of the month before. */
export function toPeriod(name: string, today: Date): Period {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const toDay = (date: Date): string => date.toISOString().slice(0, 10)
  if (name === 'last_month')
    return {
      start_date: toDay(new Date(Date.UTC(year, month - 1, 1))),
      end_date: toDay(new Date(Date.UTC(year, month, 0))),
    }
  const start =
    name === '30_days'
      ? new Date(today.getTime() - 29 * DAY_MS)
      : new Date(Date.UTC(year, month, 1))
  return { start_date: toDay(start), end_date: toDay(today) }
}

export interface CallsOfDay {
  date: string
  api_calls: number
}

/** Each day of the period, those without calls as well. */
export function fillDays(
  known: readonly CallsOfDay[],
  { start_date, end_date }: Period,
): CallsOfDay[] {
  const calls = new Map(known.map(({ date, api_calls }) => [date, api_calls]))
  const [start, end] = [Date.parse(start_date), Date.parse(end_date)]
  const count = Math.round((end - start) / DAY_MS) + 1
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(start + index * DAY_MS).toISOString().slice(0, 10)
    return { date, api_calls: calls.get(date) ?? 0 }
  })
}
