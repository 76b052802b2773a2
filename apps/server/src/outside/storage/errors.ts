import type { Counter } from 'prom-client'
import { libraries } from '#libraries.ts'

/**
 * `away`: the store gave no answer, or its answer asked us to try again later. `full`: the bucket takes no more.
 * `refused`: the keys, the bucket or the region are wrong. `changed`: the content of a file is not the content that was
 * written.
 */
export type StorageProblem = 'away' | 'full' | 'refused' | 'changed'

/** A failure of the object store; the call during which it happens answers 503. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly statusCode = 503
  readonly fault: StorageProblem
  /** The error code that the object store gave, such as `NoSuchBucket`. */
  readonly answer: string | undefined
  /** The error code of a full disk, which a full bucket gets too. */
  readonly code: 'ENOSPC' | undefined

  constructor(fault: StorageProblem, message: string, { answer, cause }: { answer?: string; cause?: unknown } = {}) {
    super(message, { cause })
    this.fault = fault
    this.answer = answer
    this.code = fault === 'full' ? 'ENOSPC' : undefined
  }
}

let errors: Counter<'operation' | 'fault'> | undefined
/** Counts failed operations of the object store. `http/metrics.ts` registers it. */
export const storageErrors = {
  get counter() {
    errors ??= new libraries.promClient.Counter({
      name: 'nukkad_storage_errors_total',
      help: 'Failed operations of the object store by fault',
      labelNames: ['operation', 'fault'],
      registers: [],
    })
    return errors
  },
}
