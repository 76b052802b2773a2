import { StarsInput } from '@nukkad/ui/components/stars-input.tsx'
import { t, tn } from '#lib/catalogue.ts'
import { isRecord } from '#lib/storage.ts'

/** Stars by the id of the item. */
export type DishStars = Record<string, number>

/** Returns whether a restored draft is a record of stars by dish. */
export function isDishStars(value: unknown): value is DishStars {
  return isRecord(value) && Object.values(value).every((stars) => typeof stars === 'number')
}

type DishesBlockProps = {
  dishes: { id: number; name: string }[]
  given: DishStars
  onChange: (given: DishStars) => void
}

/** Asks for stars for each dish of the order. The customer may leave any dish without stars. */
export function DishesBlock({ dishes, given, onChange }: DishesBlockProps) {
  const names = [
    tn('a11yStars', 1),
    tn('a11yStars', 2),
    tn('a11yStars', 3),
    tn('a11yStars', 4),
    tn('a11yStars', 5),
  ] as const
  return (
    <section aria-label={t('rateItems')} className="rounded-card bg-surface p-4 hairline">
      <h2 className="text-heading">{t('rateItems')}</h2>
      <ul className="mt-2 grid gap-2">
        {dishes.map(({ id, name }) => (
          <li key={id}>
            <p dir="auto" className="text-label">
              {name}
            </p>
            <StarsInput
              isSmall
              label={name}
              value={given[id] ?? 0}
              names={names}
              onChange={(stars) => onChange({ ...given, [id]: stars })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
