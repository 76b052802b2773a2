import { romanised } from './romanise.ts'
import { foldCharacters, SEARCH_MINIMUM, slipsAllowed } from './search.ts'

/**
 * The ways in which a text can match a search, best first: by its words, words that begin with the search's last word,
 * the same letters with other spaces, its words in another order, its letters within a word, words that sound alike,
 * and words with typing errors.
 */
export const ways = ['exact', 'start', 'joined', 'spread', 'inside', 'sound', 'slip'] as const

/**
 * Number of places where a text can match a search: the whole text, the thing that the text names ("Masala Dosa"), or
 * another word of the text.
 */
export const places = 3

/** A text that was prepared for `rankOf`. */
export type Text = {
  /** The words of the text in lower case without accents: as written, and in `stems` without their plural ending. */
  words: readonly string[]
  stems: readonly string[]
  /**
   * For each word, whether it ends a part of the text that names a thing, as "Haircut" and "Blow-dry" do in "Haircut &
   * Blow-dry".
   */
  ends: readonly boolean[]
  /** The number of words of the text that are not in brackets. */
  named: number
  /** All words of the text joined without spaces. */
  letters: string
}

/** A search that was prepared for `rankOf`. */
export type Query = {
  words: readonly string[]
  stems: readonly string[]
  /** The letters that every text that matches the search contains, as `rootOf` finds them. */
  roots: readonly string[]
  joined: string
  /** The words of the search in Latin letters, to compare sounds and find typing errors. */
  latin: readonly string[]
}

const silent = new Set(['and', 'of', 'with'])
const fillers = new Set(['near', 'me', 'nearby', 'best', 'order', 'online', 'delivery', 'around', 'here'])
/** Words and signs after which a text only describes the thing that it named before them. */
const describing = new Set(['with', 'for', 'in', '(', ','])
const signs = new Set([',', '&', '+', '/', ';', ':'])
const parts = /[()]|[,&+/;:]|[^\s()\-,&+/;:–—"“”]+/gu

/**
 * Prepares a text for `rankOf`. Signs such as hyphens separate words. Words in brackets, after a comma or after "with"
 * can be found, but are not part of the name of the thing.
 */
export function textOf(text: string): Text {
  const words: string[] = []
  const ends: boolean[] = []
  let isNaming = true
  let isInBrackets = false
  let named = 0
  const endPart = () => {
    if (ends.length > 0 && isNaming) ends[ends.length - 1] = true
  }
  for (const part of folded(text).match(parts) ?? []) {
    if (signs.has(part) || describing.has(part)) endPart()
    if (describing.has(part)) isNaming = false
    if (part === '(' || part === ')') isInBrackets = part === '('
    else if (!signs.has(part) && !silent.has(part)) {
      words.push(part)
      ends.push(false)
      if (!isInBrackets) named += 1
    }
  }
  endPart()
  return { words, stems: words.map(stemOf), ends, named, letters: words.join('') }
}

/**
 * Prepares a search for `rankOf`; undefined if the search has no letters. Words such as "near me" are left out, unless
 * the search has no other words.
 */
export function queryOf(q: string): Query | undefined {
  const { words: all } = textOf(q)
  const telling = all.filter((word) => !fillers.has(word))
  const words = telling.length > 0 ? telling : all
  if (words.length === 0) return undefined
  return {
    words,
    stems: words.map(stemOf),
    roots: words.map(rootOf),
    joined: words.join(''),
    latin: words.map((word) => soundOf(romanised(word))),
  }
}

/**
 * Returns how well a text matches a search as a number; the lowest number is the best. The number is the position of
 * the kind of match in `ways` times `places`, plus the number of the place of the match. Returns undefined when the
 * text does not match.
 * @param isForgiving whether words that sound alike and words with typing errors also match
 */
export function rankOf(text: Text, query: Query, isForgiving: boolean): number | undefined {
  const spelled = hasLetters(text, query) ? bySpelling(text, query) : undefined
  return spelled === undefined && isForgiving ? bySound(text, query) : spelled
}

/**
 * Returns whether a text contains the letters without which none of its words can match the search. The test quickly
 * excludes most texts.
 */
function hasLetters({ letters }: Text, { roots, joined }: Query): boolean {
  return roots.every((root) => letters.includes(root)) || letters.includes(joined)
}

function bySpelling(text: Text, query: Query): number | undefined {
  const inOrder = byWords(text, query)
  if (inOrder !== undefined) return inOrder
  const joined = byJoined(text, query)
  if (joined !== undefined) return joined
  if (query.words.every((word, at) => text.stems.includes(query.stems[at]!) || text.words.some(startsWith(word))))
    return rank('spread', 2)
  if (text.words.join(' ').includes(query.words.join(' '))) return rank('inside', 2)
  return undefined
}

/** Returns the kind of match that a rank stands for. */
export function wayOf(value: number): (typeof ways)[number] {
  return ways[Math.floor(value / places)]!
}

/** Returns whether a search matches the whole text or the thing that the text names. */
export function isNamed(value: number): boolean {
  return value % places < 2
}

function rank(way: (typeof ways)[number], place: 0 | 1 | 2): number {
  return ways.indexOf(way) * places + place
}

const startsWith = (start: string) => (word: string) => word.startsWith(start)

function byWords({ words, stems, ends, named }: Text, query: Query): number | undefined {
  const count = query.words.length
  let best: number | undefined
  for (let from = 0; from + count <= words.length; from++) {
    let at = 0
    while (at < count && stems[from + at] === query.stems[at]) at += 1
    const isExact = at === count
    const last = count - 1
    if (!isExact && (at < last || !words[from + last]!.startsWith(query.words[last]!))) continue
    const isWhole = from === 0 && named === count && !ends.slice(0, last).includes(true)
    const place = !ends[from + last] ? 2 : isWhole ? 0 : 1
    const found = rank(isExact ? 'exact' : 'start', place)
    if (best === undefined || found < best) best = found
  }
  return best
}

function byJoined({ words, ends }: Text, { joined }: Query): number | undefined {
  let best: number | undefined
  for (let from = 0; from < words.length; from++) {
    let letters = ''
    for (let to = from; to < words.length && letters.length < joined.length; to++) {
      letters += words[to]
      if (letters.length < joined.length ? !joined.startsWith(letters) : !letters.startsWith(joined)) break
      if (letters.length < joined.length) continue
      const isWhole = from === 0 && to === words.length - 1 && letters === joined
      const found = rank('joined', isWhole ? 0 : ends[to] ? 1 : 2)
      if (best === undefined || found < best) best = found
    }
  }
  return best
}

/**
 * Compares the sounds of a text and a search word by word. Each word of the search must match one word of the text; the
 * last word may be unfinished.
 */
function bySound({ words, ends }: Text, { latin }: Query): number | undefined {
  const sounds = words.map((word) => soundOf(romanised(word)))
  let slips = 0
  let lastAt = -1
  for (const [at, wanted] of latin.entries()) {
    const allowed = slipsAllowed(wanted.length)
    const mayBeUnfinished = at === latin.length - 1 && wanted.length >= SEARCH_MINIMUM
    let fewest = allowed + 1
    for (const [index, sound] of sounds.entries()) {
      const own = slipsBetween(sound, wanted, mayBeUnfinished, allowed)
      if (own < fewest || (own === fewest && own <= allowed && ends[index])) {
        fewest = own
        lastAt = index
      }
    }
    if (fewest > allowed) return undefined
    slips += fewest
  }
  return rank(slips === 0 ? 'sound' : 'slip', ends[lastAt] ? 1 : 2)
}

/**
 * Minimum length of an unfinished word that may have typing errors, because the beginning of a shorter word is similar
 * to too many words.
 */
const UNFINISHED_FROM = 5
/** Minimum length of a word that may have a typing error in its first letter. */
const ANY_LETTER_FROM = 7

/**
 * Returns the number of wrong, missing, extra or swapped letters between two words; if the number is more than
 * `allowed`, any higher number.
 */
function slipsBetween(word: string, wanted: string, mayBeUnfinished: boolean, allowed: number): number {
  if (mayBeUnfinished ? word.startsWith(wanted) : word === wanted) return 0
  const isFar = wanted.length - word.length > allowed || (!mayBeUnfinished && word.length - wanted.length > allowed)
  if (allowed === 0 || isFar || (wanted.length < ANY_LETTER_FROM && word[0] !== wanted[0])) return allowed + 1
  // Any word with as many letters as the search's word may have a typing error. The beginning of an unfinished word may
  // have a typing error only if it has enough letters to differ from other words.
  const seen = mayBeUnfinished && wanted.length >= UNFINISHED_FROM ? word.slice(0, wanted.length + allowed) : word
  let beforeLast: number[] = []
  let last = Array.from({ length: seen.length + 1 }, (_, column) => column)
  for (let row = 0; row < wanted.length; row++) {
    const current = [row + 1]
    for (let column = 0; column < seen.length; column++) {
      const isSwapped = row > 0 && wanted[row] === seen[column - 1] && seen[column] === wanted[row - 1]
      current.push(
        Math.min(
          last[column]! + (wanted[row] === seen[column] ? 0 : 1),
          last[column + 1]! + 1,
          current[column]! + 1,
          isSwapped ? beforeLast[column - 1]! + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return mayBeUnfinished && wanted.length >= UNFINISHED_FROM ? Math.min(...last) : last.at(-1)!
}

const MIN_STEMMED = 4

/**
 * Returns a word without its English plural ending, so that "dosas" and "dosa", "cherries" and "cherry", "boxes" and
 * "box" become equal.
 */
function stemOf(word: string): string {
  const last = word.at(-1)
  if (last !== 's' && last !== 'e') return word
  const single = word.length >= MIN_STEMMED && /[^su]s$/.test(word) ? word.slice(0, -1) : word
  if (single.length > 5 && single.endsWith('ie')) return `${single.slice(0, -2)}y`
  return single.length > MIN_STEMMED && /(o|ch|sh|x)e$/.test(single) ? single.slice(0, -1) : single
}

/**
 * Returns the letters with which every form of a word begins, so that a search can find them in a list of names:
 * "cherr" for "cherry", "cherries" and "cherry's".
 */
export function rootOf(word: string): string {
  const stem = stemOf(word)
  let length = 0
  while (length < stem.length && stem[length] === word[length]) length += 1
  const hasOtherEnd = length === word.length && length > MIN_STEMMED && word.endsWith('y')
  return word.slice(0, hasOtherEnd ? length - 1 : length)
}

const sounds: readonly [RegExp, string][] = [
  [/chh?/g, 'ç'],
  [/ph/g, 'f'],
  [/([bdgjkt])h/g, '$1'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]/g, 'k'],
  [/w/g, 'v'],
  [/z/g, 's'],
  [/ee|ea|iy/g, 'i'],
  [/oo|ou/g, 'u'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
]

/** Returns how the Latin letters of a word sound, so that "panir" and "paneer", or "idly" and "idli", become equal. */
function soundOf(word: string): string {
  const known = heard.get(word)
  if (known !== undefined) return known
  if (heard.size >= MAX_HEARD) heard.clear()
  const sound = makeSound(word)
  heard.set(word, sound)
  return sound
}

/** Caches the sounds of words, because the names of stores and items in a town repeat words. */
const heard = new Map<string, string>()
const MAX_HEARD = 20_000

function makeSound(word: string): string {
  return sounds.reduce((sound, [letters, other]) => sound.replace(letters, other), stemOf(word))
}

function folded(text: string): string {
  const plain = /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : foldCharacters(text).join('')
  return plain.replace(/['’]/g, '')
}
