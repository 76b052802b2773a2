import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import type { FeatureJobs } from '#worker/worker.ts'
import { deletePhoto, listLostPhotos } from './photo-queries.ts'

const MAX_IN_ONE_RUN = 200

/**
 * Deletes photos without a review; the row of a photo is deleted after its files, so that the next run finishes an
 * interrupted deletion.
 */
export async function deleteLostPhotos({ db, outside, log }: Pick<Services, 'db' | 'outside' | 'log'>): Promise<void> {
  for (const { id, names } of await listLostPhotos(db, MAX_IN_ONE_RUN)) {
    try {
      for (const name of names) await outside.storage.remove(name)
      await deletePhoto(db, id)
    } catch (error) {
      logEvent(log, 'picture.not_deleted', { err: error, picture: id })
    }
  }
}

export const jobs: FeatureJobs = {
  tasks: { 'delete-review-photos': async (_payload, services) => deleteLostPhotos(services) },
  crontab: ['41 * * * * delete-review-photos'],
}
