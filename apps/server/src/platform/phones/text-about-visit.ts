import type { Db } from '#db/connection.ts'
import { giveBackToLimit, isWithinLimit } from '#http/limits.ts'
import type { Message, MessageProvider } from '#outside/message-provider.ts'

/** Maximum number of text messages about visits and offers to one person in a day, because each message costs money. */
const MAX_TEXTS_A_DAY = 5

/**
 * Sends a text message about a visit, and returns whether it was sent: false if the recipient has already had the
 * maximum of one day. A message that the provider refuses does not count towards the maximum.
 * @throws MessageProviderError
 */
export async function textAboutVisit(
  { db, sms }: { db: Db; sms: MessageProvider },
  { userId, ...message }: Message & { userId: number },
): Promise<boolean> {
  const key = `texts-about-visits:${userId}`
  if (!(await isWithinLimit(db, { key, most: MAX_TEXTS_A_DAY, windowSeconds: 86_400 }))) return false
  try {
    await sms.send(message)
  } catch (error) {
    await giveBackToLimit(db, key)
    throw error
  }
  return true
}
