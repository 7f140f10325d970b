import { checkReading, listCheckReasons } from '../../../core/statements/fields/checks/check.ts'
import type { FieldCheck } from '../../../core/statements/fields/checks/field-check.ts'
import type { FieldReading } from '../../../core/statements/fields/extract.ts'
import { parsePatchPath, patchReading } from '../../../core/statements/fields/patch.ts'
import type { Context } from '../../../platform/context.ts'
import { listClasses } from '../../document-classes/in-force.ts'
import { listPatches, listReadings, type StoredPatch } from './fields/store.ts'

/** The class of a document, which determines its field rules. */
interface Classed {
  id: string
  documentClass: string | null
  documentSubtype: string | null
  createdAt: string
}

/** The fields of a document with corrections applied. */
export interface CorrectedReading {
  parser: string
  reading: FieldReading
  patches: StoredPatch[]
  /** What the checks of its class found. */
  checks: FieldCheck[]
}

/** The corrected readings of these documents, by document; those without fields are absent. */
export async function listCorrected(
  ctx: Context,
  documents: readonly Classed[],
): Promise<Map<string, CorrectedReading>> {
  const ids = documents.map(({ id }) => id)
  const readings = await listReadings(ctx, ids)
  if (readings.size === 0) return new Map()
  const patches = Map.groupBy(await listPatches(ctx, ids), ({ documentId }) => documentId)
  const classes = await listClasses(ctx)
  const found = new Map<string, CorrectedReading>()
  for (const { id, documentClass: name, documentSubtype: subtype, createdAt } of documents) {
    const stored = readings.get(id)
    const documentClass = classes.find((each) => each.name === name)
    if (!stored || !documentClass) continue
    const own = patches.get(id) ?? []
    const changes = own.flatMap(({ path, to }) => {
      const place = parsePatchPath(path)
      return place ? [{ place, value: to }] : []
    })
    const patched = patchReading(stored.content, changes, { documentClass, subtype })
    const checks = checkReading(documentClass.name, patched, createdAt.slice(0, 10))
    const reviewReasons = [...patched.reviewReasons, ...listCheckReasons(checks)]
    const reading = { ...patched, reviewReasons: [...new Set(reviewReasons)] }
    found.set(id, { parser: stored.parser, reading, patches: own, checks })
  }
  return found
}

/** The status of a document by the open review reasons of its corrected fields. */
export async function computeReview(
  ctx: Context,
  document: Classed,
): Promise<{ status: 'parsed' | 'review_required' }> {
  const corrected = (await listCorrected(ctx, [document])).get(document.id)
  const isOpen = (corrected?.reading.reviewReasons.length ?? 0) > 0
  return { status: isOpen ? 'review_required' : 'parsed' }
}
