import { ApiError } from '../../../platform/errors/api-error.ts'
import { beginEnrichers } from '../../enrichers/begin.ts'
import { performEnricher } from '../../enrichers/perform.ts'
import { presentResult } from '../../enrichers/present.ts'
import { OneResult } from '../../enrichers/schemas.ts'
import { findInstallation, type Installation } from '../../records/apps/store.ts'
import {
  ENDED,
  listResultsById,
  updateEnded,
  type EnricherResult,
} from '../../records/enricher-results/store.ts'
import { toWire } from '../../../platform/wire/convert.ts'
import { findSubmissionId, type OutsideAction, type OutsideWork } from './action.ts'
import { call, requireExpected, toBody } from './calls.ts'
import { saveFiles } from './saving/save-files.ts'

/** What the nodes do that an installed app switches on. */
export const APP_ACTIONS = {
  run_enricher: async (work) => {
    const { enricher, inputs, force } = work.config as unknown as RunEnricher
    const result = await runEnricher(work, {
      enrichers: [enricher],
      ...(inputs && { inputs }),
      ...(force && { force }),
    })
    const shown = toWire(OneResult, presentResult(work.ctx, result))
    const port = result.status === 'succeeded' ? 'default' : 'failed'
    return { port, output: { result: shown, output: shown.output as object } }
  },
  notify_slack: (work) => notify(work, 'slack_webhook', { text: String(work.config.text) }),
  // The form that the webhooks of the workflows of Teams take.
  notify_teams: (work) =>
    notify(work, 'teams_webhook', {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', wrap: true, text: String(work.config.text) }],
          },
        },
      ],
    }),
  save_to_storage: async (work) => saveFiles(work, await getInstallation(work, 's3_bucket')),
} satisfies Record<string, OutsideAction>

interface RunEnricher {
  enricher: string
  inputs?: Record<string, unknown>
  force?: boolean
}

/** Runs it here: a job of its own would wait for the place that this step has. */
async function runEnricher(
  work: OutsideWork,
  wanted: Parameters<typeof beginEnrichers>[2],
): Promise<EnricherResult> {
  const { ctx } = work
  const submissionId = findSubmissionId(work)
  const begun = await ctx.transaction((own) => beginEnrichers(own, submissionId, wanted))
  const { result } = begun[0]!
  if (ENDED.has(result.status)) return result
  const ending = await performEnricher(ctx, result)
  return ctx.transaction(async (own) => {
    await updateEnded(own, result, ending)
    return (await listResultsById(own, [result.id]))[0]!
  })
}

/** Posts to the address of the app. In test mode nothing leaves. */
async function notify(work: OutsideWork, slug: string, message: object) {
  const app = await getInstallation(work, slug)
  if (work.ctx.environment.mode === 'test') return { output: { status: 0, skipped: 'test' } }
  const headers = { 'content-type': 'application/json' }
  const url = app.secrets.webhook_url!
  const { status } = await call(work, { method: 'POST', url, headers, body: toBody(message) })
  requireExpected(status, undefined)
  return { output: { status } }
}

/** It may have been uninstalled since the workflow was activated. Throws `not_installed`. */
async function getInstallation({ ctx }: OutsideWork, slug: string): Promise<Installation> {
  const app = await ctx.transaction((own) => findInstallation(own, slug))
  if (app === null) throw new ApiError('not_installed', `The app ${slug} is not installed.`)
  return app
}
