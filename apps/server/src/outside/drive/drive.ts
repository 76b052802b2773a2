import { z } from 'zod'
import type { Config } from '#config.ts'
import type { ProviderSettings } from '#outside/message-provider.ts'
import { askDrive, DriveError, refusalOf } from './ask-drive.ts'
import { createTokens } from './service-account.ts'
import { sendInChunks } from './upload.ts'

export type DriveFile = { link: string }
export type ToStore = {
  /** The id from `newFileId`, which is stored before the upload begins, so that a second try creates no second file. */
  fileId: string
  name: string
  mimeType: string
  body: AsyncIterable<string | Buffer>
}

/** The folder in Google Drive for exports. */
export type Drive = {
  newFileId: () => Promise<string>
  /** Finds a file in Drive; undefined if Drive has no such file. */
  find: (fileId: string) => Promise<DriveFile | undefined>
  /**
   * Stores a file of any length while the file is read.
   * @throws DriveError
   */
  store: (file: ToStore) => Promise<DriveFile>
}

/** The name of a setting without which Drive cannot be used. */
export type DriveSetting = 'driveServiceAccountJson' | 'driveFolderId'

export function missingForDrive(settings: ProviderSettings): DriveSetting | undefined {
  return (['driveServiceAccountJson', 'driveFolderId'] as const).find((key) => settings.get(key).trim() === '')
}

type DriveOptions = { chunkBytes?: number; pauseMs?: number; timeoutMs?: number }

const fileForm = z.object({ id: z.string(), webViewLink: z.string().regex(/^https?:\/\//) })
const idsForm = z.object({ ids: z.array(z.string().regex(/^[\w-]{10,100}$/)).min(1) })

/**
 * Connects to Google Drive (API version 3) with a service account, which must be a member of the folder's shared drive.
 * Reads the settings at each use, so that a change takes effect immediately.
 */
export function createDrive(
  settings: ProviderSettings,
  { driveUrls }: Pick<Config, 'driveUrls'>,
  options: DriveOptions = {},
): Drive {
  const tokens = createTokens(settings, driveUrls.token)
  const ask = (path: string, request: Omit<Parameters<typeof askDrive>[1], 'tokens'> = {}) =>
    askDrive(`${driveUrls.api}${path}`, { tokens, timeoutMs: options.timeoutMs, ...request })
  const linkOf = (body: unknown): DriveFile => {
    const file = fileForm.safeParse(body)
    if (!file.success) throw new DriveError('away', 'Drive answered what cannot be read')
    return { link: file.data.webViewLink }
  }
  return {
    newFileId: async () => {
      const answer = await ask('/drive/v3/files/generateIds?count=1&space=drive')
      const read = idsForm.safeParse(answer.body)
      if (!answer.ok || !read.success) throw refusalOf(answer)
      return read.data.ids[0]!
    },
    find: async (fileId) => {
      const path = `/drive/v3/files/${encodeURIComponent(fileId)}?fields=id,webViewLink&supportsAllDrives=true`
      const answer = await ask(path)
      if (answer.status === 404) return undefined
      if (!answer.ok) throw refusalOf(answer)
      return linkOf(answer.body)
    },
    store: async ({ fileId, name, mimeType, body }) => {
      const path = '/upload/drive/v3/files?uploadType=resumable&fields=id,webViewLink&supportsAllDrives=true'
      const begun = await ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=UTF-8', 'x-upload-content-type': mimeType },
        body: JSON.stringify({ id: fileId, name, mimeType, parents: [settings.get('driveFolderId').trim()] }),
      })
      const place = begun.headers.get('location')
      if (!begun.ok || !place) throw refusalOf(begun)
      // The upload contains the shop's data, so it goes only to the configured URL.
      if (new URL(place).origin !== new URL(driveUrls.api).origin)
        throw new DriveError('away', 'Drive named a place elsewhere')
      return linkOf(await sendInChunks(place, body, { tokens, ...options }))
    },
  }
}
