import { createHash } from 'node:crypto'
import { ServiceError } from '../../../errors.ts'
import { CLASSES } from '../tables/tables.ts'
import { HeronError, type HeronEndUser, type HeronFile } from '../types.ts'
import { toClassName } from '../map/settings.ts'
import { requireLocal, write, type Run } from './run.ts'

const BYTES_MAX = 50 * 1024 * 1024
const PAGES_MAX = 1_000

/** The files of a deal with their bytes. Returns how many it has. */
export async function importFiles(run: Run, endUser: HeronEndUser, deal: string): Promise<number> {
  const files = await run.source.files(endUser)
  for (const file of files) await importFile(run, file, deal)
  return files.length
}

async function importFile(run: Run, file: HeronFile, deal: string): Promise<void> {
  const { journal, source, service } = run
  const id = file.heron_id
  if (journal.find('files', id)) return
  const pages = file.num_pages ?? 0
  if (pages > PAGES_MAX || (file.size_bytes ?? 0) > BYTES_MAX) return leaveOut(run, file, deal)
  try {
    const { bytes } = await source.content(file)
    if (bytes.length > BYTES_MAX) return await leaveOut(run, file, deal)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const filename = (file.filename || id).slice(0, 255)
    const send = (documentClass: string | null) => (options: object) =>
      service.documents
        .upload(
          deal,
          {
            file: { filename, content: bytes },
            external_id: id,
            auto_process: false,
            metadata: keep({ ...pickFacts(file), heron_sha256: sha256 }),
            ...(documentClass === null ? {} : { document_class: documentClass }),
          },
          options,
        )
        .then((made) => [made].flat()[0]!)
    const documentClass = findClass(run, file)
    await write(run, { kind: 'files', id, send: send(documentClass) })
  } catch (error) {
    const isCut = error instanceof HeronError && error.code === 'truncated_file'
    const reason = isCut ? `truncated_file: ${error.message}` : requireLocal(error)
    journal.note('files', { id, our: null, status: isCut ? 'skipped' : 'failed', reason })
  }
}

/** Its address stays with the deal, so that a person can fetch it. */
async function leaveOut({ journal, service }: Run, file: HeronFile, deal: string): Promise<void> {
  const { heron_id: id } = file
  const link = `/api/end_user_files/${id}/file`
  await service.submissions.update(deal, { metadata: { [`heron_file_${id}`.slice(0, 64)]: link } })
  const reason = `too_large: over 50 MB or 1,000 pages; see ${link} of Heron`
  journal.note('files', { id, our: null, status: 'skipped', reason })
}

/** Ours of Heron’s class; null leaves it to classification. */
function findClass({ journal }: Run, { file_class: given }: HeronFile): string | null {
  if (!given) return null
  const known = CLASSES[given]
  if (known) return known.class
  return journal.find('classes', given) ? toClassName({ name: given }) : null
}

function pickFacts(file: HeronFile): Record<string, unknown> {
  const { heron_id, reference_id, parent_heron_id, file_class } = file
  return { heron_id, reference_id, heron_parent: parent_heron_id, heron_class: file_class }
}

function keep(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null))
}

/** Classes whose files have rows of accounts. */
const WITH_ROWS = new Set([
  'bank_statement',
  'savings_statement',
  'credit_card_statement',
  'mtd_transactions',
  'transaction_export',
])

/**
 * The rows of the deal came as rows. Read from its statements as well, each would count twice: so
 * the statements are kept and left out of the figures, until a person includes them.
 */
export async function leaveStatementsOut({ service }: Run, deal: string): Promise<void> {
  for await (const document of service.documents.listForSubmission(deal)) {
    const isOurs = document.metadata.heron_id !== undefined
    if (!isOurs || !document.is_included || !WITH_ROWS.has(document.document_class ?? '')) continue
    try {
      await service.documents.update(document.id, { is_included: false })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      requireLocal(error)
    }
  }
}
