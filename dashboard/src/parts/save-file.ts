import type { FileContent } from '../../../clients/typescript/src/index.ts'

/** What no file name holds everywhere. */
const RESERVED = /[\p{Cc}\\/:*?"<>|]/gu

/** Hands a file to the browser as a download; that of a deal has its name first. */
export function saveFile({ content, contentType, filename }: FileContent, deal?: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  const name = filename ?? 'export'
  link.download = deal === undefined ? name : `${deal.replace(RESERVED, '_')} ${name}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
