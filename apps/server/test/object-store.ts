import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { hasObjectStore, type ObjectStore, startObjectStore } from '../../../scripts/object-store.ts'
import { type FaultyStore, openFaultyStore } from './faulty-store.ts'

/** Maximum milliseconds for the start of Swift on a busy machine. */
const START_MS = 180_000

/**
 * True if the object store OpenStack Swift is not installed; its tests are then skipped. `npm test` installs Swift if it
 * can.
 */
export const isWithoutStore = !hasObjectStore()
if (isWithoutStore)
  process.stdout.write('skipped: tests of the object store, because OpenStack Swift is not installed\n')

export type UsedStore = ObjectStore & {
  faulty: FaultyStore
  /** The settings with which the server uses the object store through the server that can fail. */
  through: ObjectStore['settings']
}

/** Starts a real object store for the tests of one file, and a server in front of it that can fail. */
export function useObjectStore(): UsedStore {
  const handle = {} as UsedStore
  let folder: string | undefined
  beforeAll(async () => {
    if (isWithoutStore) return
    folder = await mkdtemp(join(tmpdir(), 'nukkad-swift-'))
    const store = await startObjectStore(folder)
    const faulty = await openFaultyStore(store.settings.endpoint)
    Object.assign(handle, store, { faulty, through: { ...store.settings, endpoint: faulty.endpoint } })
  }, START_MS)
  afterAll(async () => {
    await handle.faulty?.close()
    await handle.stop?.()
    if (folder) await rm(folder, { recursive: true, force: true })
  })
  return handle
}
