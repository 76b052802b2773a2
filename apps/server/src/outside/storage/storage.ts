import type { Readable } from 'node:stream'

/** Where uploaded files lie: a folder of ours, or later a service that speaks S3. Names are flat and never reused. */
export type Storage = {
  write: (name: string, bytes: Buffer | AsyncIterable<string>) => Promise<void>
  /** Undefined when there is no such file. */
  open: (name: string) => Promise<{ bytes: number; stream: Readable } | undefined>
  /** Does nothing where there is no such file. */
  remove: (name: string) => Promise<void>
}
