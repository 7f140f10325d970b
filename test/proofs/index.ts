import { idempotencyProof } from './http/idempotency.ts'
import { malformedProof } from './http/malformed.ts'
import type { Proof } from './proof.ts'
import { fenceProof } from './tenants/fence.ts'
import { isolationProof } from './tenants/isolation.ts'

/** Everything that `npm run prove` proves, in its order. */
export const PROOFS: readonly Proof[] = [
  idempotencyProof,
  isolationProof,
  fenceProof,
  malformedProof,
]
