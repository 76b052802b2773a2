import { randomBytes } from 'node:crypto'
import { driveAccountJson, driveFolder, startDrive } from '@nukkad/simulators/drive.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DriveTrouble } from './ask-drive.ts'
import { createDrive, missingForDrive } from './drive.ts'

const KIB_256 = 262_144
let drive: Awaited<ReturnType<typeof startDrive>>
beforeAll(async () => {
  drive = await startDrive()
})
afterAll(() => drive.close())
beforeEach(() => drive.fail('none'))

const settingsOf = (values: Record<string, string>) => ({ get: (key: string) => values[key] ?? '', number: () => 0 })
const own = { driveServiceAccountJson: driveAccountJson, driveFolderId: driveFolder }
const open = (values: Record<string, string> = own) =>
  createDrive(settingsOf(values), { driveUrls: drive.urls }, { chunkBytes: 2 * KIB_256, pauseMs: 1, timeoutMs: 5000 })

/** Splits the content into pieces of irregular length, as rows of an export arrive. */
async function* inPieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 100_003) yield content.subarray(at, at + 100_003)
}
async function store(content: Buffer, values?: Record<string, string>) {
  const client = open(values)
  const fileId = await client.newFileId()
  return client.store({ fileId, name: 'orders.csv', mimeType: 'text/csv; charset=utf-8', body: inPieces(content) })
}
const last = () => drive.stored().at(-1)!

describe('Google Drive', () => {
  it.each([0, 1, 2 * KIB_256 - 1, 2 * KIB_256, 2 * KIB_256 + 1, 7 * KIB_256 + 17])(
    '[U-27, GAP-53] stores a complete file of %i bytes in the folder of the settings, and returns its link',
    async (length) => {
      const content = randomBytes(length)
      const { link } = await store(content)
      expect(link).toMatch(/^https:\/\/drive\.google\.com\/file\//)
      expect(last()).toMatchObject({ name: 'orders.csv', parents: [driveFolder] })
      expect(last().bytes.equals(content)).toBe(true)
    },
  )

  it.each(['expired-token', 'busy', 'hang-up', 'half-a-chunk', 'lost-answer'] as const)(
    '[U-27] continues after %s with exactly the missing bytes',
    async (how) => {
      const content = randomBytes(5 * KIB_256 + 5)
      const client = open()
      const fileId = await client.newFileId()
      drive.fail(how, how === 'expired-token' ? 1 : 2)
      const body = inPieces(content)
      const name = 'orders.csv'
      await client.store({ fileId, name, mimeType: 'text/csv', body })
      expect(last().bytes.equals(content)).toBe(true)
      expect(await client.find(fileId)).toEqual({ link: expect.stringContaining(fileId) as string })
    },
  )

  it.each<['no-folder' | 'full' | 'forbidden' | 'busy' | 'hang-up' | 'elsewhere', DriveTrouble]>([
    ['no-folder', 'folder'],
    ['forbidden', 'folder'],
    ['full', 'full'],
    ['busy', 'away'],
    ['hang-up', 'away'],
    ['elsewhere', 'away'],
  ])('[U-27] reports what %s means and stores nothing', async (how, trouble) => {
    const before = drive.stored().length
    drive.fail(how)
    await expect(store(randomBytes(1000))).rejects.toMatchObject({ name: 'DriveError', trouble })
    expect(drive.stored()).toHaveLength(before)
  })

  it('[U-27] reports that the key of the account is missing or wrong', async () => {
    const another = JSON.stringify({ ...(JSON.parse(driveAccountJson) as object), client_email: 'x@y.example' })
    for (const driveServiceAccountJson of ['{', '{"client_email":"a@b.c","private_key":"PRIVATE KEY"}', another])
      await expect(store(Buffer.from('x'), { ...own, driveServiceAccountJson })).rejects.toMatchObject({
        trouble: 'credentials',
      })
  })

  it('fetches one token for its lifetime, and finds no unknown file', async () => {
    const client = open()
    const before = drive.asked.length
    await client.newFileId()
    expect(await client.find('file-that-never-was')).toBeUndefined()
    expect(drive.asked.slice(before).filter((line) => line === 'POST /token')).toHaveLength(1)
  })

  it('[U-27] names the missing setting', () => {
    expect(missingForDrive(settingsOf({}))).toBe('driveServiceAccountJson')
    expect(missingForDrive(settingsOf({ driveServiceAccountJson: '{}' }))).toBe('driveFolderId')
    expect(missingForDrive(settingsOf(own))).toBeUndefined()
  })
})
