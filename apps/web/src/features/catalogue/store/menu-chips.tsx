import { scrollDelayMs } from '@nukkad/rules/constants.ts'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { VegMark } from '@nukkad/ui/components/veg-mark.tsx'
import { BookOpen } from 'lucide-react'
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import type { MenuGroup } from '#lib/menu-item.ts'
import { groupId } from '#lib/menu-item.ts'

const GroupSheet = lazy(() => import('./group-sheet.tsx'))

type MenuChipsProps = {
  groups: MenuGroup[]
  onOpen: (name: string) => void
  /** The name of what the store offers: its menu or its services. */
  title: string
  /** The switch for vegetarian dishes only, if the menu has others too. */
  veg: { isOn: boolean; onChange: (isOn: boolean) => void } | null
}

const menuFrom = 6

/**
 * Shows a sticky row of chips that follows the scroll position. It begins with the button for a list of all groups if
 * there are more than five.
 */
export const MenuChips = memo(({ groups, title, onOpen, veg }: MenuChipsProps) => {
  const [isListOpen, setListOpen] = useState<boolean | null>(null)
  const wasClicked = useRef(false)
  const current = useCurrentGroup(groups.map(({ name }) => groupId(name)))
  const rail = useRef<HTMLDivElement>(null)

  const show = (name: string) => {
    onOpen(name)
    setListOpen(false)
    // The first choice of a group waits until the group has opened. Later choices scroll immediately (D-13).
    setTimeout(() => scrollToGroup(groupId(name)), scrollDelayMs(wasClicked.current))
    wasClicked.current = true
  }
  useEffect(() => {
    const chip = rail.current?.querySelector(`[data-section="${current}"]`)
    if (!rail.current || !chip) return
    // The switch before the chips stays in sight for the first group.
    if (chip === rail.current.querySelector('[data-section]')) rail.current.scrollTo({ left: 0, behavior: 'smooth' })
    else centre(rail.current, chip)
  }, [current])

  if (groups.length < 2 && !veg) return null
  return (
    <>
      <nav aria-label={t('a11yMenuGroups')} className="stays sticky z-5 mt-4 flex items-center bg-bg">
        {groups.length >= menuFrom ? (
          <div className="ps-4">
            <Chip className="!bg-tint !text-on-tint" aria-haspopup="dialog" onClick={() => setListOpen(true)}>
              <BookOpen aria-hidden="true" />
              {title}
            </Chip>
          </div>
        ) : null}
        <div ref={rail} className="rail min-w-0 flex-1 gap-2 py-2">
          {veg ? (
            <Chip isOn={veg.isOn} onClick={() => veg.onChange(!veg.isOn)}>
              <span aria-hidden="true">
                <VegMark isVeg name="" />
              </span>
              {t('menuVegOnly')}
            </Chip>
          ) : null}
          {groups.length < 2
            ? null
            : groups.map(({ name }) => (
                <Chip
                  key={name}
                  data-section={groupId(name)}
                  isOn={groupId(name) === current}
                  onClick={() => show(name)}
                >
                  {name}
                </Chip>
              ))}
        </div>
      </nav>
      {isListOpen === null ? null : (
        <Suspense>
          <GroupSheet
            groups={groups}
            title={title}
            isOpen={isListOpen}
            onClose={() => setListOpen(false)}
            onOpen={show}
          />
        </Suspense>
      )}
    </>
  )
})

/** Scrolls only the row of chips. `scrollIntoView` would also move the page and stop its scroll to a group. */
function centre(rail: Element, chip: Element): void {
  const [row, box] = [rail.getBoundingClientRect(), chip.getBoundingClientRect()]
  rail.scrollBy({ left: box.left + box.width / 2 - row.left - row.width / 2, behavior: 'smooth' })
}

function scrollToGroup(sectionId: string): void {
  const section = document.getElementById(sectionId)
  if (!section) return
  section.querySelector('button')?.focus({ preventScroll: true })
  approach(section)
}

const settleMs = 400
const mostApproaches = 15
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a group again until it is reached and stays, or the person scrolls. Opening groups and closing the list
 * move the target or stop the scroll, and a slow phone begins to scroll late.
 */
function approach(section: Element, times = 1): void {
  const from = scrollY
  section.scrollIntoView({ block: 'start', behavior: 'smooth' })
  const stop = () => {
    clearTimeout(timer)
    for (const move of ownMoves) removeEventListener(move, stop)
  }
  const timer = setTimeout(() => {
    stop()
    if (times < mostApproaches && (scrollY !== from || !isReached(section))) approach(section, times + 1)
  }, settleMs)
  for (const move of ownMoves) addEventListener(move, stop, { passive: true })
}

/** Returns whether the group is at the top, or as near to it as the end of the page allows. */
function isReached(section: Element): boolean {
  const { scrollHeight, clientHeight } = document.documentElement
  const clear =
    Number.parseFloat(getComputedStyle(section).scrollMarginTop) +
    Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
  const away = section.getBoundingClientRect().top - clear
  return Math.abs(away) < 2 || (away > 0 && scrollY + clientHeight >= scrollHeight - 1)
}

/** Returns the group whose heading was scrolled past last. */
function useCurrentGroup(sectionIds: string[]): string {
  const [current, setCurrent] = useState(sectionIds[0] ?? '')
  const ids = sectionIds.join(' ')
  useEffect(() => {
    const handleScroll = () => {
      const passed = ids
        .split(' ')
        .filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < 196)
      setCurrent(passed.at(-1) ?? ids.split(' ')[0] ?? '')
    }
    handleScroll()
    addEventListener('scroll', handleScroll, { passive: true })
    return () => removeEventListener('scroll', handleScroll)
  }, [ids])
  return current
}
