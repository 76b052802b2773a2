import { classNames } from '@nukkad/ui/class-names.ts'
import { formatCount } from '#lib/format.ts'

export type Stage<Key extends string> = { key: Key; title: string; count: number; isUrgent?: boolean }

/** A row of tabs with counts, for orders and items on a phone. */
export function StageTabs<Key extends string>({
  stages,
  shown,
  onShow,
}: {
  stages: readonly Stage<Key>[]
  shown: Key
  onShow: (key: Key) => void
}) {
  return (
    <fieldset className="mb-3 grid min-w-0 auto-cols-[minmax(3.25rem,auto)] grid-flow-col gap-1.5">
      <legend className="sr-only">Stage</legend>
      {stages.map(({ key, title, count, isUrgent }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === shown}
          onClick={() => onShow(key)}
          className={classNames(
            'flex min-h-15 flex-col items-center justify-center gap-0.5 rounded-control px-1 text-small',
            key === shown ? 'bg-tint text-on-tint' : 'bg-sunken text-ink-2',
          )}
        >
          <span
            className={classNames(
              'num min-w-7 rounded-badge px-1.5 text-center text-heading',
              isUrgent && count > 0 ? 'bg-error-fill text-white' : undefined,
            )}
          >
            {formatCount(count)}
          </span>
          <span className="max-w-full truncate">{title}</span>
        </button>
      ))}
    </fieldset>
  )
}
