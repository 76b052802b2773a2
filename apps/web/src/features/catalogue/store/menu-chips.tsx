import { scrollDelayMs } from '@nukkad/rules/constants.ts'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { VegMark } from '@nukkad/ui/components/veg-mark.tsx'
import { BookOpen } from 'lucide-react'
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import type { MenuGroup } from '#lib/menu-item.ts'
import { groupId } from '#lib/menu-item.ts'

const GroupSheet = lazy(() => import('./group-sheet.tsx'))

type Switch = { isOn: boolean; onChange: (isOn: boolean) => void }

type MenuChipsProps = {
  groups: MenuGroup[]
  onOpen: (name: string) => void
  /** The name of the list of items, which is "Menu", or "Services" at a salon. */
  title: string
  /** The filter for vegetarian dishes, if the menu also has dishes that are not vegetarian. */
  veg: Switch | null
  /** The filter for best sellers, if the menu has any. */
  best: Switch | null
}

const menuFrom = 6

/**
 * Shows a sticky row of chips that follows the scroll position. If the menu has more than five groups, the row begins
 * with a button that lists all groups.
 */
export const MenuChips = memo(({ groups, title, onOpen, veg, best }: MenuChipsProps) => {
  const [isListOpen, setListOpen] = useState<boolean | null>(null)
  const wasClicked = useRef(false)
  const current = useCurrentGroup(groups.map(({ name }) => groupId(name)))
  const rail = useRef<HTMLDivElement>(null)

  const show = (name: string) => {
    onOpen(name)
    setListOpen(false)
    // The first time a person chooses a group, scrolling waits until the group has opened. When the person chooses
    // another group later, the page scrolls immediately (D-13).
    const scrolling = import('./scroll-to-group.ts')
    setTimeout(
      () => void scrolling.then(({ scrollToGroup }) => scrollToGroup(groupId(name))),
      scrollDelayMs(wasClicked.current),
    )
    wasClicked.current = true
  }
  useEffect(() => {
    const chip = rail.current?.querySelector(`[data-section="${current}"]`)
    if (!rail.current || !chip) return
    // While the first group is on the screen, the row of chips stays at its start, so that the filters before the group
    // names are visible.
    if (chip === rail.current.querySelector('[data-section]')) rail.current.scrollTo({ left: 0, behavior: 'smooth' })
    else centre(rail.current, chip)
  }, [current])

  if (groups.length < 2 && !veg && !best) return null
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
          {best ? (
            <Chip isOn={best.isOn} onClick={() => best.onChange(!best.isOn)}>
              {t('menuBestSellers')}
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
