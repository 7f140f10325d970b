import { declareEnricher, found, unknown } from '../enricher.ts'

// +12125550100, 12125550100 or 2125550100, once everything but digits and a plus is gone
const NORTH_AMERICAN = /^(?:\+?1)?(?<area>\d{3})(?<exchange>\d{3})(?<line>\d{4})$/
const TOLL_FREE = new Set(['800', '833', '844', '855', '866', '877', '888'])
const PREMIUM = new Set(['900', '976'])
const SHAPE_CONFIDENCE = 0.9

/** A telephone number in E.164, checked by the North American Numbering Plan. */
export const phoneNormalizer = declareEnricher({
  name: 'phone_normalizer',
  label: 'Phone number',
  description: 'Writes a phone number in E.164 and checks it by the North American Numbering Plan.',
  category: 'contact',
  required: ['phone'],
  outputs: {
    is_valid: ['boolean', 'The plan allows the number'],
    e164: ['string', 'Number in E.164'],
    national: ['string', 'Number as people write it'],
    area_code: ['string', 'Area code'],
    line_type: ['string', 'toll_free, premium or geographic'],
  },
  sourceUrl: 'https://www.nanpa.com/numbering',
  run: ({ phone }) => {
    const digits = phone.replace(/(?:\s*(?:ext|x)\.?\s*\d+)$/i, '').replace(/[^\d+]/g, '')
    const parts = NORTH_AMERICAN.exec(digits)?.groups as Parts | undefined
    if (parts) return ofNorthAmerica(parts)
    const isInternational = /^\+[2-9]\d{6,14}$/.test(digits)
    const none = unknown('The number is not of the North American plan.')
    return {
      is_valid: isInternational ? none : found(false, SHAPE_CONFIDENCE, 'It has no ten digits.'),
      e164: isInternational ? found(digits, SHAPE_CONFIDENCE) : unknown('It has no ten digits.'),
      national: none,
      area_code: none,
      line_type: none,
    }
  },
})

interface Parts {
  area: string
  exchange: string
  line: string
}

function ofNorthAmerica({ area, exchange, line }: Parts) {
  const fault = findFault({ area, exchange, line })
  const isValid = fault === null
  const kind = TOLL_FREE.has(area) ? 'toll_free' : PREMIUM.has(area) ? 'premium' : 'geographic'
  const evidence = fault ?? `${area} and ${exchange} are of the form that the plan allows.`
  const sure = <T>(value: T) =>
    isValid ? found(value, SHAPE_CONFIDENCE, evidence) : unknown(evidence)
  return {
    is_valid: found(isValid, isValid ? SHAPE_CONFIDENCE : 1, evidence),
    e164: sure(`+1${area}${exchange}${line}`),
    national: sure(`(${area}) ${exchange}-${line}`),
    area_code: sure(area),
    line_type: sure(kind),
  }
}

/** Why the plan has no such number; null where it may. */
function findFault({ area, exchange, line }: Parts): string | null {
  if (!/^[2-9][0-8]\d$/.test(area)) return `No area code is ${area}.`
  if (/^.11$/.test(area)) return `${area} is a service, and no area code.`
  if (!/^[2-9]\d\d$/.test(exchange)) return `No exchange is ${exchange}.`
  if (/^.11$/.test(exchange) && !TOLL_FREE.has(area)) return `${exchange} is a service.`
  if (exchange === '555' && line >= '0100' && line <= '0199')
    return '555-0100 to 555-0199 are kept for fiction.'
  return null
}
