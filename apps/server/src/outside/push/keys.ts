import { libraries } from '#libraries.ts'

/** Creates a key pair for signing push messages (RFC 8292), in base64url. */
export function newPushKeys(): { publicKey: string; privateKey: string } {
  return libraries.webPush.generateVAPIDKeys()
}
