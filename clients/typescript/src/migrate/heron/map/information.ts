import type { SubmissionUpdateParams } from '../../../generated/submissions.ts'
import { INFORMATION } from '../tables/tables.ts'

export interface MappedInformation {
  patch: Pick<SubmissionUpdateParams, 'company_info' | 'owners' | 'request'>
  /** What has no field here, kept in the metadata. */
  rest: Record<string, unknown>
}

type Fields = Record<string, unknown>

/** Heron’s flat facts of a business, its owners and its request as the fields of a deal. */
export function mapInformation(given: Record<string, unknown>): MappedInformation {
  const company: Fields = {}
  const request: Fields = {}
  const owners: Fields[] = []
  const rest: Fields = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === '') continue
    const [, number, ownField = ''] = /^owner_(\d)_(\w+)$/.exec(name) ?? []
    const owner = INFORMATION.owner[ownField]
    if (number !== undefined && owner !== undefined)
      set((owners[Number(number) - 1] ??= {}), owner, value)
    else if (INFORMATION.company[name] !== undefined) set(company, INFORMATION.company[name], value)
    else if (INFORMATION.request[name] !== undefined) set(request, INFORMATION.request[name], value)
    else rest[name] = value
  }
  return {
    patch: {
      ...(isEmpty(company) ? {} : { company_info: company }),
      ...(owners.some(Boolean) ? { owners: owners.filter(Boolean) } : {}),
      ...(isEmpty(request) ? {} : { request }),
    },
    rest,
  }
}

function isEmpty(fields: Fields): boolean {
  return Object.keys(fields).length === 0
}

const NUMBERS = new Set(['annual_revenue', 'amount', 'ownership_percent', 'fico'])

/** At `address.city` for one inside another. A value that cannot be of the field is left out. */
function set(target: Fields, path: string, value: unknown): void {
  const [name, inner] = path.split('.') as [string, string?]
  if (inner !== undefined) return set((target[name] ??= {}) as Fields, inner, value)
  const read = readValue(name, value)
  if (read !== null && target[name] === undefined) target[name] = read
}

function readValue(name: string, value: unknown): unknown {
  const text = String(value).trim()
  if (NUMBERS.has(name)) {
    const number = Number(text.replaceAll(/[$,%\s]/g, ''))
    return Number.isFinite(number) ? number : null
  }
  const digits = text.replaceAll(/\D/g, '')
  if (name === 'ein') return digits.length === 9 ? `${digits.slice(0, 2)}-${digits.slice(2)}` : null
  if (name === 'ssn_last4') return digits.length >= 4 ? digits.slice(-4) : null
  if (name === 'is_guarantor') return /^(?:true|yes|1)$/i.test(text)
  if (/date/.test(name)) return /^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, 10) : null
  if (name === 'entity_type') return readEntityType(text)
  return text
}

function readEntityType(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()
  if (/\bllc\b|limited liability/.test(words)) return 'llc'
  if (/\bs corp/.test(words)) return 's_corporation'
  if (/corp|\binc\b/.test(words)) return 'corporation'
  if (/sole/.test(words)) return 'sole_proprietor'
  if (/partner|\blp\b|\bllp\b/.test(words)) return 'partnership'
  return /non ?profit/.test(words) ? 'non_profit' : 'other'
}
