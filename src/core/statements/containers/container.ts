export interface Member {
  /** As the container names it, folders included. */
  name: string
  sizeBytes: number
}

export interface Contents {
  members: Member[]
  failure: { code: ContainerFailure; message: string } | null
}

export type ContainerFailure =
  | 'corrupt_file'
  | 'password_protected'
  | 'too_many_files'
  | 'file_too_large'
  | 'empty_file'

/** A kind of file that holds other files. */
export interface Container {
  contentType: string
  memberSource: 'zip' | 'email'
  /** Whether the content is of this kind. */
  sniff(bytes: Uint8Array): boolean
  /** What opens it, loaded when first needed: most processes never open one. */
  load(): Promise<ContainerReader>
}

export interface ContainerReader {
  /**
   * The members worth reading: no folders, no hidden files, no inline pictures. May throw when the
   * bytes are broken.
   */
  list(bytes: Uint8Array): Promise<Member[]>
  /** The bytes of the member at a place in that list. May throw when they are broken. */
  take(bytes: Uint8Array, index: number): Promise<Uint8Array>
}

/** A container that cannot be opened, for a reason of its own. */
export class Locked extends Error {}
