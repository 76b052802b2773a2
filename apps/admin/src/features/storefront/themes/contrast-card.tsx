import type { Theme } from '@nukkad/contract/storefront/themes.ts'
import type { SchemeName } from '@nukkad/ui/theme.ts'
import { Check, TriangleAlert } from 'lucide-react'
import { pairsOf } from './contrast.ts'

/** Shows the contrast of each pair of colours while a person edits a theme. */
export function ContrastCard({ theme, scheme }: { theme: Theme; scheme: SchemeName }) {
  const pairs = pairsOf(theme, scheme)
  return (
    <section aria-label="Contrast" className="card p-5">
      <h2 className="text-heading">Contrast, {scheme}</h2>
      <ul className="mt-3 grid gap-2">
        {pairs.map(({ name, text, ground, ratio, floor, adjusted }) => {
          const isGood = ratio >= floor
          const Icon = isGood ? Check : TriangleAlert
          return (
            <li key={name} className="flex items-start gap-3">
              <span
                aria-hidden="true"
                className="grid size-9 shrink-0 place-items-center rounded-badge border border-line text-label"
                style={{ color: text, background: ground }}
              >
                {/* For borders a lower contrast is enough, because they are not text. */}
                {floor < 4.5 ? <span className="size-5 rounded-badge border-2 border-current" /> : 'Aa'}
              </span>
              <div className="min-w-0 flex-1">
                <p>{name}</p>
                {adjusted ? <p className="text-small text-ink-2">{adjusted}</p> : null}
              </div>
              <p className="num flex items-center gap-1.5 text-small whitespace-nowrap">
                {ratio.toFixed(1)} : 1
                <Icon
                  role="img"
                  aria-label={isGood ? `reaches ${floor}` : `below ${floor}`}
                  className={`size-4.5 ${isGood ? 'text-ok' : 'text-error'}`}
                />
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
