import type { OutsideContext } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/egress/reasons.ts'
import { requireUrl } from '../../../platform/egress/require-url.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { putFile } from '../../../platform/http/multipart.ts'
import type { StagedFile } from '../../../platform/route.ts'

/** For DNS, connection and download together. */
const TIMEOUT_MS = 30_000

/**
 * Downloads a file into the store. No row owns it yet: a caller that does not keep it must discard
 * it. Throws `invalid_url`, `url_not_allowed`, `download_failed`, `empty_file`,
 * `file_too_large`, `storage_unavailable`.
 */
export async function fetchFile(
  { house, environment, trace }: OutsideContext,
  url: string,
  filename?: string,
): Promise<StagedFile> {
  requireUrl(house.egress, url, 'url')
  const outcome = await house.egress.download({
    url,
    trace,
    timeoutMs: TIMEOUT_MS,
    take: (stream, headers) => {
      const name = filename ?? nameIn(headers['content-disposition'] ?? '') ?? nameAt(url)
      return putFile(house, environment, { filename: name, content: stream })
    },
  })
  if (outcome.kind === 'taken') return outcome.taken
  const reason =
    outcome.kind === 'refused'
      ? `responded with status ${outcome.status}`
      : describeFailure(outcome.error, TIMEOUT_MS)
  throw new ApiError('download_failed', `The server of the URL ${reason}.`, { param: 'url' })
}

/** The file name in a Content-Disposition header. */
function nameIn(disposition: string): string | null {
  // attachment; filename*=UTF-8''July%202025.pdf
  const exact = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1]
  // attachment; filename="July 2025.pdf"
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition)
  return exact === undefined ? (plain?.[1] ?? plain?.[2] ?? null) : decode(exact)
}

/** `https://bank.example/files/july.pdf?token=1` → `july.pdf`. */
function nameAt(url: string): string {
  return decode(new URL(url).pathname.split('/').at(-1) ?? '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
