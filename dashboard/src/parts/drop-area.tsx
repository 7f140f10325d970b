import { useState, type DragEvent, type ReactNode } from 'react'

/** What the service reads, for the file chooser of the browser. */
export const ACCEPTED =
  '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.webp,.csv,.tsv,.xlsx,.xls,.ofx,.qfx,.qbo,.xml,.txt,.json,.zip,.eml,.msg,.sta,.mt940,.bai,.bai2'

/** A part onto which files can be dropped; a button elsewhere does the same. */
export function DropArea({
  onFiles,
  children,
}: {
  onFiles: (files: File[]) => void
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={isOver ? 'drop-over min-h-[70vh]' : 'min-h-[70vh]'}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onFiles(files)
      }}
    >
      {children}
    </div>
  )
}
