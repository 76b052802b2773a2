/** Consonants, vowels and vowel signs of Devanagari, in the order of its Unicode block from U+0905 on. */
const letters: readonly (string | undefined)[] = [
  'a',
  'a',
  'i',
  'i',
  'u',
  'u',
  'ri',
  'l',
  'e',
  'e',
  'e',
  'ai',
  'o',
  'o',
  'o',
  'au',
  'k',
  'k',
  'g',
  'g',
  'n',
  'ch',
  'ch',
  'j',
  'j',
  'n',
  't',
  't',
  'd',
  'd',
  'n',
  't',
  't',
  'd',
  'd',
  'n',
  'n',
  'p',
  'f',
  'b',
  'b',
  'm',
  'y',
  'r',
  'r',
  'l',
  'l',
  'l',
  'v',
  'sh',
  'sh',
  's',
  'h',
]
const vowelSigns: readonly string[] = ['a', 'i', 'i', 'u', 'u', 'ri', 'ri', 'e', 'e', 'e', 'ai', 'o', 'o', 'o', 'au']

/**
 * Distance in code points from the block of Devanagari to that of Kannada. Both blocks have their letters in the same
 * order.
 */
const KANNADA_OFFSET = 0x380
const [FIRST_LETTER, FIRST_CONSONANT, LAST_LETTER, FIRST_SIGN, LAST_SIGN] = [0x905, 0x915, 0x939, 0x93e, 0x94c]
const VIRAMA = 0x94d
const [CANDRABINDU, ANUSVARA] = [0x901, 0x902]

/**
 * Writes a word of Devanagari or Kannada in Latin letters, roughly as Indian menus do: "डोसा" becomes "dosa". Letters
 * of other scripts stay unchanged.
 */
export function romanised(word: string): string {
  if (!/[\u0900-\u097f\u0c80-\u0cff]/.test(word)) return word
  let latin = ''
  let hasOpenConsonant = false
  const closing = () => {
    if (hasOpenConsonant) latin += 'a'
    hasOpenConsonant = false
  }
  const isHindi = /[\u0900-\u097f]/.test(word)
  for (const character of word) {
    const point = character.codePointAt(0)!
    const code = point >= 0xc80 && point <= 0xcff ? point - KANNADA_OFFSET : point
    if (code >= FIRST_LETTER && code <= LAST_LETTER) {
      closing()
      latin += letters[code - FIRST_LETTER] ?? ''
      hasOpenConsonant = code >= FIRST_CONSONANT
    } else if (code >= FIRST_SIGN && code <= LAST_SIGN) {
      latin += vowelSigns[code - FIRST_SIGN]
      hasOpenConsonant = false
    } else if (code === VIRAMA) hasOpenConsonant = false
    else if (code === ANUSVARA || code === CANDRABINDU) {
      closing()
      latin += 'n'
    } else if (code < 0x900 || code > 0x97f) {
      closing()
      latin += character
    }
  }
  // The Hindi word ends here, because a final vowel without a written sign is not spoken. For a Kannada word, Indian
  // menus write the final vowel as "a".
  if (isHindi) return latin
  closing()
  return latin.replace(/e$/, 'a')
}
