import type { FileContent } from '../../../clients/typescript/src/index.ts'

/** Hands a file to the browser as a download. */
export function saveFile({ content, contentType, filename }: FileContent): void {
  const url = URL.createObjectURL(new Blob([content], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename ?? 'export'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
