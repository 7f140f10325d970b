import type { Collector } from './collect.ts'
import type { Place } from './payload/place.ts'

/** A provider whose payloads are read. */
export interface Provider {
  name: string
  title: string
  /** What of its API is read, for the docs. */
  payloads: string
  /** The address of its own import; null for those of `/v1/integrations/import` alone. */
  route: string | null
  /** Whether a payload is the provider's, as far as its names show; no other provider has them. */
  detects(root: Place): boolean
  /** Hands what the payload holds to the collector, and names what it lacks. */
  read(root: Place, collector: Collector): void
}
