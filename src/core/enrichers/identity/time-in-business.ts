import { daysBetween, monthsBetween } from '../../values/dates.ts'
import { roundRatio } from '../../values/money.ts'
import { declareEnricher, found, unknown } from '../enricher.ts'

/** Sources that are further apart do not mean the same beginning. */
const AGREEING_DAYS = 31
const STATED_CONFIDENCE = 0.7
const REGISTERED_CONFIDENCE = 0.95
const CONFLICT_CONFIDENCE = 0.4
/** Papers of a state, which record the day on which a company was formed. */
const REGISTERED = ['articles_of_incorporation', 'certificate_of_good_standing', 'business_license']

/** How long a business exists, by what the applicant states and what papers of a state record. */
export const timeInBusiness = declareEnricher({
  name: 'time_in_business',
  label: 'Time in business',
  description: 'Counts the months since the business began, and compares what the sources say.',
  category: 'identity',
  required: ['start_dates', 'as_of'],
  outputs: {
    months: ['number', 'Complete months in business'],
    years: ['number', 'Years in business'],
    start_date: ['date', 'Beginning'],
    is_consistent: ['boolean', 'The sources agree'],
    sources: ['array', 'The date of each source'],
  },
  run: ({ start_dates: all, as_of: asOf }) => {
    const sources = all.filter(({ date }) => date <= asOf)
    if (sources.length === 0) {
      const none = unknown(all.length === 0 ? 'No source has a date.' : 'Every date lies ahead.')
      return { months: none, years: none, start_date: none, is_consistent: none, sources: none }
    }
    const registered = sources.find(({ source }) => REGISTERED.includes(source))
    const { date, source } = registered ?? sources[0]!
    const isConsistent = sources.every(
      (each) => Math.abs(daysBetween(each.date, date)) <= AGREEING_DAYS,
    )
    const sure = registered ? REGISTERED_CONFIDENCE : STATED_CONFIDENCE
    const confidence = isConsistent ? sure : CONFLICT_CONFIDENCE
    const evidence = `${date} by ${source}, counted to ${asOf}.`
    const months = monthsBetween(date, asOf)
    return {
      months: found(months, confidence, evidence),
      years: found(roundRatio(months / 12), confidence, evidence),
      start_date: found(date, confidence, evidence),
      // One source alone has nothing that it could contradict.
      is_consistent:
        sources.length < 2 ? unknown('Only one source has a date.') : found(isConsistent, 1),
      sources: found(sources, 1),
    }
  },
})
