import { existsSync } from 'node:fs'
import { packageFile } from './places.ts'

/** Returns the 256 px WebP of an emoji in @lobehub/fluent-emoji-3d. @throws Error if the set does not have it */
export function emojiFile(emoji: string): string {
  const code = Array.from(emoji, (char) => (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('-')
  const file = packageFile('@lobehub/fluent-emoji-3d', `assets/${code}.webp`)
  if (!existsSync(file)) throw new Error(`fluent-emoji-3d has no picture of ${emoji} (${code})`)
  return file
}
