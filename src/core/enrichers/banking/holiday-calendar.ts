import {
  addBusinessDays,
  businessDaysBetween,
  federalHolidays,
} from '../../values/days/business-days.ts'
import { addDays, daysBetween, toYear, type PlainDate } from '../../values/dates.ts'
import { declareEnricher, found, unknown } from '../enricher.ts'

const DAYS_MAX = 3_660

/** The business days and bank holidays of a period. */
export const holidayCalendar = declareEnricher({
  name: 'holiday_calendar',
  label: 'Bank holidays',
  description:
    'Counts the business days of the covered period by the calendar of the Federal Reserve.',
  category: 'banking',
  required: ['start_date', 'end_date'],
  outputs: {
    holidays: ['array', 'Bank holidays in the period'],
    business_days: ['number', 'Business days in the period'],
    calendar_days: ['number', 'Days in the period'],
    next_business_day: ['date', 'The business day after the period'],
  },
  sourceUrl: 'https://www.frbservices.org/about/holiday-schedules',
  run: ({ start_date: from, end_date: to }) => {
    const length = daysBetween(from, to) + 1
    if (length < 1 || length > DAYS_MAX) {
      const none = unknown('The period ends before it begins, or is longer than ten years.')
      return { holidays: none, business_days: none, calendar_days: none, next_business_day: none }
    }
    return {
      holidays: found(listHolidays(from, to), 1),
      business_days: found(businessDaysBetween(addDays(from, -1), to), 1),
      calendar_days: found(length, 1),
      next_business_day: found(addBusinessDays(to, 1), 1),
    }
  },
})

function listHolidays(from: PlainDate, to: PlainDate): PlainDate[] {
  const years = Array.from({ length: toYear(to) - toYear(from) + 1 }, (_, at) => toYear(from) + at)
  return years
    .flatMap(federalHolidays)
    .filter((date) => date >= from && date <= to)
    .toSorted()
}
