import { ChevronDown } from 'lucide-react'
import { memo, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { groupId, type ItemStore, type MenuGroup } from '#lib/menu-item.ts'
import { ItemRows } from './item-rows.tsx'

type ItemGroupsProps = {
  groups: MenuGroup[]
  store: ItemStore
  /**
   * Whether a group is open, by the group's name, for groups that the person has opened or closed; all other groups
   * have their default state.
   */
  opened?: Record<string, boolean>
  onToggle?: (name: string, isOpen: boolean) => void
  /** Whether all groups are open at the start, and not only the first one. */
  areAllOpen?: boolean
  headingLevel?: 2 | 3
}

/** Shows the menu's groups as accordions with counts (D-09, D-10). */
export const ItemGroups = memo(({ groups, store, opened, onToggle, areAllOpen, headingLevel = 2 }: ItemGroupsProps) => {
  const ready = useReadyGroups(groups, areAllOpen ?? false)
  const [own, setOwn] = useState<Record<string, boolean>>({})
  const choices = opened ?? own
  const toggle = onToggle ?? ((name: string, isOpen: boolean) => setOwn({ ...own, [name]: isOpen }))
  return groups.map((group, index) => (
    <Group
      key={group.name}
      group={group}
      store={store}
      isOpen={choices[group.name] ?? (index === 0 || (areAllOpen ?? false))}
      isReady={index < ready || choices[group.name] !== undefined}
      onToggle={(isOpen) => toggle(group.name, isOpen)}
      headingLevel={headingLevel}
    />
  ))
})

/** The number of items that fill the first screen. */
const FIRST_ITEMS = 8

/**
 * Returns how many groups may render their rows. The groups of the first screen render immediately and the others one by
 * one between touches, so that a long menu never blocks a touch.
 */
function useReadyGroups(groups: MenuGroup[], areAllOpen: boolean): number {
  const [ready, setReady] = useState(() => countFirst(groups))
  useEffect(() => {
    if (!areAllOpen || ready >= groups.length) return
    const timer = setTimeout(() => startTransition(() => setReady(ready + 1)))
    return () => clearTimeout(timer)
  }, [areAllOpen, ready, groups.length])
  return areAllOpen ? ready : groups.length
}

function countFirst(groups: MenuGroup[]): number {
  let [count, items] = [0, 0]
  for (; count < groups.length && items < FIRST_ITEMS; count++) items += groups[count]?.items.length ?? 0
  return count
}

type GroupProps = {
  group: MenuGroup
  store: ItemStore
  isOpen: boolean
  /** Whether an open group may render its rows now. */
  isReady: boolean
  onToggle: (isOpen: boolean) => void
  headingLevel: 2 | 3
}

function Group({ group, store, isOpen, isReady, onToggle, headingLevel }: GroupProps) {
  // The deferred value makes the group's arrow turn immediately on a touch, before the rows of the group render.
  const isUnfolding = useDeferredValue(isOpen)
  const [wasOpen, setWasOpen] = useState(isOpen && isReady)
  if (isUnfolding && isReady && !wasOpen) setWasOpen(true)
  const id = groupId(group.name)
  const Heading = `h${headingLevel}` as const
  return (
    <section className="scroll-mt-14 border-t border-line first:border-t-0" id={id}>
      <Heading>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-items`}
          onClick={() => onToggle(!isOpen)}
          className="flex min-h-15 w-full items-center gap-2 text-start"
        >
          <span className="title min-w-0 flex-1 text-section">
            {group.name}{' '}
            <span className="num font-sans text-body font-medium tracking-normal text-ink-2">{group.items.length}</span>
          </span>
          <ChevronDown aria-hidden="true" className={`size-5 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </Heading>
      <div id={`${id}-items`} className="fold" data-open={isOpen}>
        {wasOpen ? <ItemRows items={group.items} store={store} label={group.name} /> : null}
      </div>
    </section>
  )
}
