import { deleteOldPictures } from '#platform/pictures/save-picture.ts'
import type { FeatureJobs } from '#worker/worker.ts'

export const jobs: FeatureJobs = {
  tasks: { 'delete-old-pictures': async (_payload, services) => deleteOldPictures(services) },
  crontab: ['37 * * * * delete-old-pictures'],
}
