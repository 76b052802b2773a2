import { newPushKeys } from '../apps/server/src/outside/push/keys.ts'

/** Prints a new key pair for push messages as environment variables of the server. */
const { publicKey, privateKey } = newPushKeys()
console.log(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`)
