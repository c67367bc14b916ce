import type { Readable } from 'node:stream'
import type { Elsewhere, Upload } from '@cuadre/api/endpoint'

/** Where files lie: a folder (`folder/`) or a bucket (`s3/`). What is done with them is the same for both. */
export type Store = {
  contents: Contents
  chunks: Chunks
  marks: Marks
  /** @throws if files can be neither read nor written now */
  check: () => Promise<void>
}

/** Files by content, each named by its SHA-256, complete or not there. */
export type Contents = {
  isWhole: (upload: Pick<Upload, 'sha256' | 'size'>) => Promise<boolean>
  write: (upload: Pick<Upload, 'sha256' | 'size' | 'path'>) => Promise<void>
  /** The bytes as they are. @throws 404 */
  read: (sha256: string) => Promise<Readable>
  /** Where whoever has the right to a file fetches it themselves, if the store lets them. @throws 404 */
  elsewhere?: (sha256: string) => Promise<Elsewhere>
  /** Where the file itself may be read on this machine, if the store is one. */
  pathOf?: (sha256: string) => string
}

/** The bytes of an upload from a position on, published as a whole; a position can be taken once, by any process. */
export type Chunk = { position: number; size: number; read: () => AsyncIterable<Uint8Array> }
export type Chunks = {
  of: (owner: number, id: string) => Promise<Chunk[]>
  /** A path for a new chunk's bytes, to be published or dropped. */
  draft: (owner: number, id: string) => Promise<string>
  publish: (owner: number, id: string, position: number, draft: string) => Promise<void>
  drop: (draft: string) => Promise<void>
  /** Whether an error means that the position was taken, or the upload deleted meanwhile. */
  isTaken: (error: unknown) => boolean
  /** The uploads of a person, the one with the latest progress first. */
  newest: (owner: number) => Promise<string[]>
  remove: (owner: number, id: string) => Promise<void>
  /** Deletes uploads without progress since then. */
  forget: (since: Date) => Promise<void>
}

/** A mark on a content that was discarded; `tag` tells it from a later one on the same content. */
export type Mark = { sha256: string; at: number; tag: string }
export type Marks = {
  set: (sha256: string) => Promise<void>
  remove: (sha256: string) => Promise<void>
  all: () => Promise<Mark[]>
  /** Removes this mark. @returns whether it was still there */
  take: (mark: Mark) => Promise<boolean>
  /** Moves the content's file out of reach. @returns whether there was one */
  setAside: (sha256: string) => Promise<boolean>
  aside: () => Promise<string[]>
  /** The file that was set aside is the content's again. */
  putBack: (sha256: string) => Promise<void>
  destroy: (sha256: string) => Promise<void>
}
