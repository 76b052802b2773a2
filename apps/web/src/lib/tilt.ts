import { TILT_MAX } from '@nukkad/ui/sizes.ts'

/** A position on the card: 0 in the middle, 1 and -1 at the edges. */
export type Share = { x: number; y: number }

const PERSPECTIVE = 'perspective(900px)'
/** If the phone is turned by this angle, in degrees, the cards tilt as far as they can. */
const FULL_TURN_DEGREES = 45

/**
 * Returns the tilt of a card in degrees, at most `TILT_MAX` about both axes together (C-48, R-21). Near the middle of
 * the card the tilt grows slowly, so that text under a finger stays readable. Both tilt angles are cut to hundredths,
 * because rounding them up would exceed the limit.
 */
export function tiltOf({ x, y }: Share): { aboutX: number; aboutY: number } {
  const length = Math.hypot(x, y)
  const degrees = TILT_MAX * Math.min(1, length) ** 2
  if (!(degrees > 0)) return { aboutX: 0, aboutY: 0 }
  return { aboutX: cutToHundredths((-y / length) * degrees), aboutY: cutToHundredths((x / length) * degrees) }
}

function cutToHundredths(degrees: number): number {
  return Math.trunc(degrees * 100) / 100
}

/** The orientation of the phone: degrees about its two axes, with the time in ms. */
export type Posture = { beta: number; gamma: number; at: number }

/**
 * The time in ms in which the posture in which cards lie flat moves about two thirds of the way to a new posture of the
 * phone.
 */
const FOLLOW_MS = 2000
/**
 * If the phone turns by more than this angle, such as when it is put on a table, cards lie flat in the new posture
 * immediately.
 */
const NEW_POSTURE_DEGREES = 90

/**
 * Returns the posture of the phone in which cards lie flat. The flat posture slowly follows the posture of the phone,
 * so that cards react to movement and not to the way in which a person holds the phone.
 */
export function levelAfter(level: Posture | undefined, now: Posture): Posture {
  if (!level) return now
  const [beta, gamma] = [turned(level.beta, now.beta), turned(level.gamma, now.gamma)]
  if (Math.hypot(beta, gamma) > NEW_POSTURE_DEGREES) return now
  const share = 1 - Math.exp(-Math.max(0, now.at - level.at) / FOLLOW_MS)
  return { beta: level.beta + beta * share, gamma: level.gamma + gamma * share, at: now.at }
}

/** Converts the phone's turn away from the posture in which cards lie flat into a position on the card. */
export function viewFrom(level: Posture, now: Posture): Share {
  return {
    x: turned(level.gamma, now.gamma) / FULL_TURN_DEGREES,
    y: turned(level.beta, now.beta) / FULL_TURN_DEGREES,
  }
}

/** Returns the shorter way from one angle to another, in degrees. */
function turned(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180
}

/** Makes cards with `data-tilt` tilt towards the pointer, and with the phone if the browser reports its orientation. */
export function tiltCards(): void {
  const wantsLess = matchMedia('(prefers-reduced-motion: reduce)')
  let under: { card: HTMLElement; rect: DOMRect } | undefined
  const rest = () => {
    if (under) lay(under.card)
    under = undefined
  }
  document.addEventListener(
    'pointermove',
    ({ target, clientX, clientY }) => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-tilt]') : null
      if (under?.card !== card) rest()
      if (!card || wantsLess.matches) return
      // The edges of the card are measured before the card tilts, because tilting moves them.
      under ??= { card, rect: card.getBoundingClientRect() }
      const { left, top, width, height } = under.rect
      turn(card, { x: (clientX - left) / (width / 2) - 1, y: (clientY - top) / (height / 2) - 1 })
    },
    { passive: true },
  )
  for (const event of ['pointerup', 'pointercancel', 'scroll'])
    document.addEventListener(event, rest, { passive: true, capture: true })
  document.documentElement.addEventListener('pointerleave', rest)

  const cards = () => document.querySelectorAll<HTMLElement>('[data-tilt]')
  wantsLess.addEventListener('change', () => cards().forEach(lay))
  let level: Posture | undefined
  const follow = () =>
    window.addEventListener('deviceorientation', ({ beta, gamma }) => {
      if (beta === null || gamma === null || wantsLess.matches) return
      const now = { beta, gamma, at: performance.now() }
      level = levelAfter(level, now)
      const share = viewFrom(level, now)
      for (const card of cards()) turn(card, share)
    })
  void giveMotion(wantsLess).then((isGiven) => isGiven && follow())
}

/**
 * Resolves to whether the browser reports the phone's orientation. On an iPhone, the first press on a tilting card asks
 * for the person's permission once, unless the person has granted it already.
 */
async function giveMotion(wantsLess: MediaQueryList): Promise<boolean> {
  const motion = window.DeviceOrientationEvent as { requestPermission?: () => Promise<string> } | undefined
  if (!motion?.requestPermission || (await isMotionGranted())) return true
  const ask = () => motion.requestPermission?.()
  try {
    return (await atFirstPress(ask, () => !wantsLess.matches)) === 'granted'
  } catch (cause) {
    console.warn('the motion of the phone could not be read', cause)
    return false
  }
}

async function isMotionGranted(): Promise<boolean> {
  try {
    // The type declarations lack these permission names, and so do some browsers, in which the app must ask the person
    // for the permission.
    const ask = (name: string) => navigator.permissions.query({ name: name as PermissionName })
    const found = await Promise.all(['accelerometer', 'gyroscope'].map(ask))
    return found.every(({ state }) => state === 'granted')
  } catch {
    return false
  }
}

/**
 * Runs an action during the first press on a tilting card, because browsers allow a permission prompt only during a
 * press.
 */
function atFirstPress<Answer>(act: () => Answer | Promise<Answer>, isWanted: () => boolean): Promise<Answer> {
  return new Promise((resolve) => {
    const variant = ({ target }: Event) => {
      if (!isWanted() || !(target instanceof Element && target.closest('[data-tilt]'))) return
      document.removeEventListener('click', variant)
      resolve(act())
    }
    document.addEventListener('click', variant)
  })
}

function turn(card: HTMLElement, share: Share): void {
  const { aboutX, aboutY } = tiltOf(share)
  card.style.transition = 'transform 120ms ease-out'
  // The card shrinks a little, so that its nearer corner does not extend beyond the row of the card.
  card.style.transform = `${PERSPECTIVE} rotateX(${aboutX}deg) rotateY(${aboutY}deg) scale(.94)`
}

function lay(card: HTMLElement): void {
  card.style.removeProperty('transform')
}
