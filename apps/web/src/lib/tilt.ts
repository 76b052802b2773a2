import { TILT_MAX } from '@nukkad/ui/sizes.ts'

/** How the card is looked at from a point: 0 in its middle, 1 and -1 at its edges. */
export type Share = { x: number; y: number }

const PERSPECTIVE = 'perspective(900px)'
/** A phone that is turned so far tilts its cards all the way. */
const FULL_TURN_DEGREES = 45

/**
 * The tilt of a card in degrees, about both axes together never more than `TILT_MAX` (C-48, R-21). It grows slowly around
 * the middle, so that words stay readable under a finger.
 */
export function tiltOf({ x, y }: Share): { aboutX: number; aboutY: number } {
  const length = Math.hypot(x, y)
  const degrees = TILT_MAX * Math.min(1, length) ** 2
  if (!(degrees > 0)) return { aboutX: 0, aboutY: 0 }
  return { aboutX: (-y / length) * degrees, aboutY: (x / length) * degrees }
}

/** How the phone is held: degrees about its two axes, and when, in ms. */
export type Posture = { beta: number; gamma: number; at: number }

/** In this time the level follows a new posture by two thirds. */
const FOLLOW_MS = 2000
/** A turn beyond this is another posture, such as from the hand to the table: it is level immediately. */
const NEW_POSTURE_DEGREES = 90

/** The posture in which cards lie flat. It follows how the phone is held, so that cards answer movements alone. */
export function levelAfter(level: Posture | undefined, now: Posture): Posture {
  if (!level) return now
  const [beta, gamma] = [turned(level.beta, now.beta), turned(level.gamma, now.gamma)]
  if (Math.hypot(beta, gamma) > NEW_POSTURE_DEGREES) return now
  const share = 1 - Math.exp(-Math.max(0, now.at - level.at) / FOLLOW_MS)
  return { beta: level.beta + beta * share, gamma: level.gamma + gamma * share, at: now.at }
}

/** How a card is looked at when the phone is turned out of its level. */
export function lookFrom(level: Posture, now: Posture): Share {
  return {
    x: turned(level.gamma, now.gamma) / FULL_TURN_DEGREES,
    y: turned(level.beta, now.beta) / FULL_TURN_DEGREES,
  }
}

/** The shorter way round from one angle to another, in degrees. */
function turned(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180
}

/** Cards that invite (`data-tilt`) turn towards the pointer, and with the phone where it says how it is held. */
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
      // The edges of the card as it lies: a turned one has others.
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
      const share = lookFrom(level, now)
      for (const card of cards()) turn(card, share)
    })
  void giveMotion(wantsLess).then((isGiven) => isGiven && follow())
}

/**
 * Whether the browser says how the phone is held. Where a person has to be asked (iPhones), the first press on such a
 * card asks, once; nothing is asked where the answer is known.
 */
async function giveMotion(wantsLess: MediaQueryList): Promise<boolean> {
  const motion = window.DeviceOrientationEvent as { requestPermission?: () => Promise<string> } | undefined
  if (!motion?.requestPermission || (await isMotionGranted())) return true
  const ask = () => motion.requestPermission?.()
  try {
    return (await atFirstPress(ask, () => !wantsLess.matches)) === 'granted'
  } catch (cause) {
    console.warn('motion is not known', cause)
    return false
  }
}

async function isMotionGranted(): Promise<boolean> {
  try {
    // Not all browsers know these names, and those that do not are asked. The types do not know them either.
    const ask = (name: string) => navigator.permissions.query({ name: name as PermissionName })
    const found = await Promise.all(['accelerometer', 'gyroscope'].map(ask))
    return found.every(({ state }) => state === 'granted')
  } catch {
    return false
  }
}

/** Acts at the first press on a card that invites: within the press, which is when a browser lets a page ask. */
function atFirstPress<Answer>(act: () => Answer | Promise<Answer>, isWanted: () => boolean): Promise<Answer> {
  return new Promise((resolve) => {
    const look = ({ target }: Event) => {
      if (!isWanted() || !(target instanceof Element && target.closest('[data-tilt]'))) return
      document.removeEventListener('click', look)
      resolve(act())
    }
    document.addEventListener('click', look)
  })
}

function turn(card: HTMLElement, share: Share): void {
  const { aboutX, aboutY } = tiltOf(share)
  card.style.transition = 'transform 120ms ease-out'
  // A little smaller, so that a near corner stays within the row that the card stands in.
  card.style.transform = `${PERSPECTIVE} rotateX(${aboutX.toFixed(2)}deg) rotateY(${aboutY.toFixed(2)}deg) scale(.94)`
}

function lay(card: HTMLElement): void {
  card.style.removeProperty('transform')
}
