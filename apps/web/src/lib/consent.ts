import { t } from './catalogue.ts'
import { isRecord, readJsonKey, readKey, writeKey } from './storage.ts'

/**
 * Whether the privacy notice as it now reads was accepted (M-15). A text that has changed since is asked about again;
 * the same text in another language is not another text.
 */
export function hasConsent(): boolean {
  if (readKey('gdprAccepted') !== 'true') return false
  const given = readJsonKey('gdprConsent', isRecord)
  return given?.language !== document.documentElement.lang || given.version === presentVersion()
}

/** Kept with the version of the text, its language and the time (docs/reference/security.md#headers). */
export function giveConsent(): void {
  const given = {
    version: presentVersion(),
    language: document.documentElement.lang,
    at: new Date().toISOString(),
  }
  writeKey('gdprConsent', JSON.stringify(given))
  writeKey('gdprAccepted', 'true')
}

/** A short name of the text (FNV-1a), the same for the same words. */
function presentVersion(): string {
  let hash = 0x811c9dc5
  for (const letter of t('gdprMessage')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
