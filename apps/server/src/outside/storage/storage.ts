import type { Readable } from 'node:stream'

/**
 * Stores uploaded files: in a folder of ours, or later at a service with the S3 protocol. Names are flat and never
 * reused.
 */
export type Storage = {
  write: (name: string, bytes: Buffer | AsyncIterable<string>) => Promise<void>
  /** Undefined if there is no such file. */
  open: (name: string) => Promise<{ bytes: number; stream: Readable } | undefined>
  /** Does nothing if there is no such file. */
  remove: (name: string) => Promise<void>
}
