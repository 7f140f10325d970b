import { nearest } from '../../../core/values/text.ts'
import type { Context, RequestContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { toApiError } from '../../../platform/errors/sqlstate.ts'
import { discard, putFile } from '../../../platform/http/multipart.ts'
import type { Body, StagedFile } from '../../../platform/route.ts'
import { uploadDocuments } from '../../documents/intake/upload.ts'
import { createSubmission } from '../../submissions/write/create.ts'
import type { SampleDealCreate } from '../schemas.ts'
import { listSamples, readSampleFile, type SampleDeal } from './samples.ts'

type DealInput = Body<typeof SampleDealCreate>

/**
 * A submission with the files of a sample, processed like any other. Throws `invalid_parameter`
 * with the nearest sample, `external_id_exists`.
 */
export async function createSampleDeal(ctx: RequestContext, input: DealInput): Promise<object> {
  const sample = await requireSample(input.sample)
  const files = await Promise.all(
    sample.files.map(async (file) => {
      const content = await readSampleFile(sample, file)
      return putFile(ctx.house, ctx.environment, { filename: file.filename, content })
    }),
  )
  try {
    return await ctx.commit((own) => createDeal(own, { sample, files, input }))
  } catch (error) {
    // After a server error the files stay: the commit may have succeeded without our knowing.
    if (toApiError(error).status < 500) await discard(ctx.house, ctx.environment, files)
    throw error
  }
}

async function requireSample(name: string): Promise<SampleDeal> {
  const samples = await listSamples()
  const sample = samples.find((one) => one.name === name)
  if (sample) return sample
  const names = samples.map((one) => one.name)
  const near = nearest(name, names)
  const hint = near ? ` Did you mean ${near}?` : ` There are ${names.join(', ')}.`
  throw new ApiError('invalid_parameter', `There is no sample ${name}.${hint}`, { param: 'sample' })
}

async function createDeal(
  ctx: Context,
  { sample, files, input }: { sample: SampleDeal; files: StagedFile[]; input: DealInput },
): Promise<object> {
  const { name, truth } = sample
  const metadata = { sample: name }
  const given = { name: `Sample: ${name}`, metadata, externalId: input.externalId }
  const { id: submissionId } = await createSubmission(ctx, given, 'sandbox')
  const options = {
    documentClass: null,
    password: null,
    externalId: null,
    metadata,
    source: 'upload',
    autoProcess: true,
    allowDuplicate: false,
  }
  const documents = await uploadDocuments(ctx, submissionId, { files, options })
  return { data: { submissionId, sample: name, documents, truth } }
}
