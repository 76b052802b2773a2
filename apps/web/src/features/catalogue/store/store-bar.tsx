import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { SearchField } from '@nukkad/ui/components/search-field.tsx'
import { ChevronLeft, Search } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { goBack } from '#lib/navigation.ts'
import type { useSearch } from '#lib/use-search.ts'

type StoreBarProps = {
  name: string
  /** The element over which the bar lies until the element has scrolled away. */
  cover: RefObject<HTMLElement | null>
  /** The state of the search in the menu, if the screen has such a search. */
  search: ReturnType<typeof useSearch> | null
  isSearching: boolean
  onSearch: (isSearching: boolean) => void
}

/**
 * A bar that stays at the top of a store's screen. At first only the buttons of the bar are visible, on the store's
 * cover; once the cover has scrolled away, the bar also shows the store's name. During a search the bar holds the
 * search field. The search field is always rendered, so that a touch only has to show it.
 */
export function StoreBar({ name, cover, search, isSearching, onSearch }: StoreBarProps) {
  const isPast = useIsPast(cover)
  const field = useRef<HTMLInputElement>(null)
  const hasBar = isPast || isSearching
  // The focus must be set during the touch itself, otherwise a phone does not open its keyboard.
  useLayoutEffect(() => {
    if (isSearching) field.current?.focus()
  }, [isSearching])
  return (
    <div
      // While the bar lies over the cover, only its buttons take touches, because the cover has other buttons next to
      // them.
      className={`sticky top-0 z-6 pt-(--safe-top) ${isSearching ? '' : '-mb-[calc(56px+var(--safe-top))]'} ${hasBar ? 'bg-bg' : 'pointer-events-none [&_button]:pointer-events-auto'}`}
    >
      <div className={`flex gap-2 px-3 ${isSearching ? 'py-1.5' : 'h-14 items-center'}`}>
        <IconButton
          label={t(isSearching ? 'storeSearchClose' : 'a11yBack')}
          variant={hasBar ? 'ghost' : 'glass'}
          onClick={() => (isSearching ? onSearch(false) : goBack('/'))}
        >
          <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </IconButton>
        {/* The name is hidden from screen readers, because the heading of the screen already has it. */}
        <span
          aria-hidden="true"
          dir="auto"
          hidden={isSearching}
          className={`title min-w-0 flex-1 truncate text-section transition-opacity ${hasBar ? '' : 'opacity-0'}`}
        >
          {name}
        </span>
        {search ? (
          <>
            <div className="min-w-0 flex-1" hidden={!isSearching}>
              <SearchField
                inputRef={field}
                label={t('itemSearchPlaceholder')}
                placeholder={t('itemSearchPlaceholder')}
                clearLabel={t('a11yClearSearch')}
                value={search.typed}
                onChange={search.setTyped}
                hint={search.isTooShort ? t('searchAtleastThreeCharsMsg') : undefined}
                isSearching={search.isWaiting}
              />
            </div>
            <span hidden={isSearching}>
              <IconButton label={t('a11ySearch')} variant={hasBar ? 'ghost' : 'glass'} onClick={() => onSearch(true)}>
                <Search aria-hidden="true" />
              </IconButton>
            </span>
          </>
        ) : null}
      </div>
    </div>
  )
}

/** Returns whether the element has scrolled away behind the bar. */
function useIsPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new IntersectionObserver(
      ([entry]) => entry && setPast(!entry.isIntersecting && entry.boundingClientRect.top < 0),
      { rootMargin: '-56px 0px 0px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return isPast
}
