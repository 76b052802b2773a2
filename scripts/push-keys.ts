import { newPushKeys } from '../apps/server/src/outside/push/keys.ts'

/** Prints a new pair of keys for push messages, in the form of a server's environment. */
const { publicKey, privateKey } = newPushKeys()
console.log(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`)
