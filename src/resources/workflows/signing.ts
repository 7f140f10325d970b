import type { Graph } from '../../core/workflow/graph.ts'
import type { Context } from '../../platform/context.ts'
import { sealedColumn } from '../../platform/crypto/sealed-column.ts'
import { mintWebhookSecret } from '../../platform/crypto/tokens.ts'
import { findSealedSecret, WORKFLOWS } from './store.ts'

export const WORKFLOW_SECRET = sealedColumn({
  table: 'workflows',
  column: 'signing_secret_sealed',
  holds: 'the secret that signs the calls of a workflow, and those of its hook',
  place: 'workflows/signing_secret_sealed',
  boundTo: ['id'],
})

/** Whether something of a graph is signed: what it sends, or what starts it. */
export function isSigned({ trigger, nodes }: Graph): boolean {
  return trigger.config.is_signed === true || nodes.some(({ type }) => type === 'send_webhook')
}

/** A new secret; what the one before has signed is refused from now on. */
export async function mintSecret(ctx: Context, id: string): Promise<string> {
  const secret = mintWebhookSecret()
  const sealed = WORKFLOW_SECRET.at(ctx, id).seal(secret)
  await WORKFLOWS.update(ctx, id, { signing_secret_sealed: sealed })
  return secret
}

/** The secret of a workflow; null where it has none yet. */
export async function findSecret(ctx: Context, id: string): Promise<string | null> {
  const sealed = await findSealedSecret(ctx, id)
  return sealed === null ? null : WORKFLOW_SECRET.at(ctx, id).open(sealed)
}
