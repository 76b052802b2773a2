import { libraries } from '#libraries.ts'

/** Creates a key pair for signing push messages (RFC 8292), as base64url text. */
export function newPushKeys(): { publicKey: string; privateKey: string } {
  return libraries.webPush.generateVAPIDKeys()
}
