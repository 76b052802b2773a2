import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useState } from 'react'
import { Confirm } from '#components/confirm.tsx'
import { formatMoment } from '#lib/format.ts'

type Version = Output<'dashboard/theme'>['versions'][number]

/** Lists the published versions, each with a button to restore it. */
export function Versions({
  versions,
  onRollBack,
  isBusy,
}: {
  versions: readonly Version[]
  onRollBack: (id: number) => void
  isBusy: boolean
}) {
  const [chosen, setChosen] = useState<Version>()
  if (versions.length === 0) return null
  return (
    <section aria-label="Published themes" className="card p-5">
      <h2 className="text-heading">Published themes</h2>
      <ol className="mt-2 grid gap-1">
        {versions.map((version, index) => (
          <li key={version.id} className="flex min-h-11 items-center gap-3">
            <span
              aria-hidden="true"
              className="size-6 shrink-0 rounded-full"
              style={{ background: version.look.storeColor }}
            />
            <div className="min-w-0 flex-1">
              <p className="num text-small">{formatMoment(version.published_at)}</p>
              <p className="truncate text-small text-ink-2">
                {version.made_by ?? 'Original theme'}, {version.look.storeColor}
              </p>
            </div>
            {index === 0 ? (
              <span className="rounded-badge bg-tint px-2 py-0.5 text-small text-on-tint">Live</span>
            ) : (
              <Button size="small" variant="plain" onClick={() => setChosen(version)}>
                Roll back<span className="sr-only"> to {version.look.storeColor}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Confirm
        isOpen={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        onConfirm={() => {
          if (chosen) onRollBack(chosen.id)
          setChosen(undefined)
        }}
        isBusy={isBusy}
        title="Restore this theme?"
        action="Roll back"
      >
        All customers will see this theme. The current theme stays in this list.
      </Confirm>
    </section>
  )
}
