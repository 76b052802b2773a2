import { ChevronDown } from 'lucide-react'
import { memo, useDeferredValue, useState } from 'react'
import { isSettingOn } from '#lib/catalogue.ts'
import { groupId, type ItemStore, type MenuGroup } from '#lib/menu-item.ts'
import { ItemRows } from './item-rows.tsx'

type ItemGroupsProps = {
  groups: MenuGroup[]
  store: ItemStore
  /** Groups that the person opened or closed, by name. Other groups have their default state. */
  opened?: Record<string, boolean>
  onToggle?: (name: string, isOpen: boolean) => void
  headingLevel?: 2 | 3
}

/**
 * Shows the menu's groups as accordions with counts. The first is open, or all with the setting expandAllItemMenu
 * (D-09, D-10).
 */
export const ItemGroups = memo(({ groups, store, opened, onToggle, headingLevel = 2 }: ItemGroupsProps) => {
  const [own, setOwn] = useState<Record<string, boolean>>({})
  const choices = opened ?? own
  const toggle = onToggle ?? ((name: string, isOpen: boolean) => setOwn({ ...own, [name]: isOpen }))
  return groups.map((group, index) => (
    <Group
      key={group.name}
      group={group}
      store={store}
      isOpen={choices[group.name] ?? (index === 0 || isSettingOn('expandAllItemMenu'))}
      onToggle={(isOpen) => toggle(group.name, isOpen)}
      headingLevel={headingLevel}
    />
  ))
})

type GroupProps = {
  group: MenuGroup
  store: ItemStore
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  headingLevel: 2 | 3
}

function Group({ group, store, isOpen, onToggle, headingLevel }: GroupProps) {
  // Deferred, so that the arrow reacts to the touch before the rows render.
  const isUnfolding = useDeferredValue(isOpen)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isUnfolding && !wasOpen) setWasOpen(true)
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
