import { TILT_MAX } from '@nukkad/rules/constants.ts'

/** How the card is looked at from a point: 0 in its middle, 1 and -1 at its edges. */
type Share = { x: number; y: number }

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

  let held: { beta: number; gamma: number } | undefined
  window.addEventListener('deviceorientation', ({ beta, gamma }) => {
    if (beta === null || gamma === null || wantsLess.matches) return
    held ??= { beta, gamma }
    const share = { x: (gamma - held.gamma) / FULL_TURN_DEGREES, y: (beta - held.beta) / FULL_TURN_DEGREES }
    for (const card of document.querySelectorAll<HTMLElement>('[data-tilt]')) turn(card, share)
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
