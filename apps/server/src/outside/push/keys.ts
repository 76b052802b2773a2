import webPush from 'web-push'

/** A new pair for signing push messages (RFC 8292), as text of base64url. */
export function newPushKeys(): { publicKey: string; privateKey: string } {
  return webPush.generateVAPIDKeys()
}
