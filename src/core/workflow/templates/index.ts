import { DECISION_TEMPLATES } from './decision.ts'
import { FUNDER_TEMPLATES } from './funders.ts'
import { INTAKE_TEMPLATES } from './intake.ts'
import type { Template } from './template.ts'

/** The prebuilt workflows, in the order in which they are shown. */
export const TEMPLATES: readonly Template[] = [
  ...INTAKE_TEMPLATES,
  ...DECISION_TEMPLATES,
  ...FUNDER_TEMPLATES,
]

/** Null where there is none of the name. */
export function findTemplate(slug: string): Template | null {
  return TEMPLATES.find((one) => one.slug === slug) ?? null
}
