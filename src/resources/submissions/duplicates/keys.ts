import { normalizeName } from '../../../core/values/text.ts'
import type { CompanyInfo } from '../../records/submissions/store.ts'

const KEY_LETTERS_MIN = 4

/**
 * Keys that submissions of one business are likely to share; only submissions with a common key are
 * compared. Every word of the name is a key, so one typo does not hide a candidate.
 */
export function buildMatchKeys(company: CompanyInfo): string[] {
  const words = [company.name, company.dba].flatMap((name) => normalizeName(name).split(' '))
  const phone = normalizePhone(company.phone)
  const email = normalizeEmail(company.email)
  const host = normalizeHost(company.website)
  const address = addressKey(company)
  return [
    ...new Set([
      ...words.filter((word) => word.length >= KEY_LETTERS_MIN).map((word) => `name:${word}`),
      ...(words.join('') === '' ? [] : [`start:${words.join('').slice(0, KEY_LETTERS_MIN)}`]),
      ...(phone ? [`phone:${phone}`] : []),
      ...(email ? [`email:${email}`] : []),
      ...(host ? [`web:${host}`] : []),
      ...(address ? [`address:${address}`] : []),
    ]),
  ]
}

/**
 * The last ten digits: `+1 (212) 555-0100` as `2125550100`. Null for what is too short to be a
 * number.
 */
export function normalizePhone(phone: string | null | undefined): string | null {
  const digits = (phone ?? '').replace(/\D/g, '')
  return digits.length < 7 ? null : digits.slice(-10)
}

export function normalizeEmail(email: string | null | undefined): string | null {
  return email?.trim().toLowerCase() || null
}

/** `https://www.Example.com/about` as `example.com`. */
export function normalizeHost(website: string | null | undefined): string | null {
  const host = (website ?? '')
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .split(/[/?#:]/, 1)[0]
  return host || null
}

/**
 * House number, first word of the street and postal code: `12 Main St., Springfield 01101` as `12
 * main 01101`.
 */
export function addressKey({ address }: CompanyInfo): string | null {
  const [number, street] = normalizeName(address?.line1).split(' ')
  const postalCode = address?.postalCode?.trim().slice(0, 5).toLowerCase()
  return number && street && postalCode ? `${number} ${street} ${postalCode}` : null
}
