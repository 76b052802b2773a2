import { t } from './catalogue.ts'
import { isRecord, readJsonKey, readKey, writeKey } from './storage.ts'

/**
 * Returns whether the visitor accepted the current text of the privacy notice (M-15). After the shop changes the text
 * of the notice, the visitor must accept it again; a switch of the language needs no new consent.
 */
export function hasConsent(): boolean {
  if (readKey('gdprAccepted') !== 'true') return false
  const given = readJsonKey('gdprConsent', isRecord)
  return given?.language !== document.documentElement.lang || given.version === presentVersion()
}

/** Stores the consent with the text's version, its language and the time (docs/reference/security.md#headers). */
export function giveConsent(): void {
  const given = {
    version: presentVersion(),
    language: document.documentElement.lang,
    at: new Date().toISOString(),
  }
  writeKey('gdprConsent', JSON.stringify(given))
  writeKey('gdprAccepted', 'true')
}

/** Returns a hash of the text (FNV-1a), by which a changed text is recognised. */
function presentVersion(): string {
  let hash = 0x811c9dc5
  for (const letter of t('gdprMessage')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
