import type { Draft } from '../complete.ts'

/** A prebuilt workflow, to be copied and changed. */
export interface Template extends Draft {
  slug: string
  name: string
  description: string
  category: 'intake' | 'risk' | 'decision' | 'funders' | 'portfolio'
  /** An input that it runs with. */
  sampleInput: Record<string, unknown>
}
