import { prepareTemplate, stopServer } from './database.ts'

/** Vitest runs this once around all files. Helpers who test at the same time share one server, so it may stay. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  await prepareTemplate()
  return process.env.TEST_KEEP_SERVER ? undefined : stopServer
}
