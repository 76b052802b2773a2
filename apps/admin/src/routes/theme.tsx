import { Button } from '@nukkad/ui/components/button.tsx'
import type { SchemeName } from '@nukkad/ui/theme.ts'
import { useQuery } from '@tanstack/react-query'
import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { ContrastCard } from '#features/storefront/themes/contrast-card.tsx'
import { Phone } from '#features/storefront/themes/phone.tsx'
import { ThemeControls } from '#features/storefront/themes/theme-controls.tsx'
import { type ThemeState, useThemeCalls } from '#features/storefront/themes/use-theme-calls.ts'
import { useThemeDraft } from '#features/storefront/themes/use-theme-draft.ts'
import { Versions } from '#features/storefront/themes/versions.tsx'
import { ask } from '#lib/query.ts'
import { useUnsaved } from '#lib/unsaved.ts'

export default function ThemeRoute() {
  const { data, error } = useQuery(ask('dashboard/theme', {}))
  if (!data) return error ? <p role="alert">{error.message}</p> : <PageHead title="Theme studio" />
  return <Studio state={data} />
}

/** Edits the theme of the shop next to a preview of the app. */
function Studio({ state }: { state: ThemeState }) {
  const { theme, change, undo, redo, mayUndo, mayRedo } = useThemeDraft(state.draft ?? state.look)
  useUnsaved(JSON.stringify(theme) !== JSON.stringify(state.draft ?? state.look))
  const [scheme, setScheme] = useState<SchemeName>('light')
  const { errors, isBusy, saveDraft, publish, rollBack } = useThemeCalls(state, change)
  return (
    <>
      <PageHead
        title="Theme studio"
        text="Customers do not see your changes until you publish them. Only the preview shows the changes."
      >
        <Button size="small" variant="outline" aria-label="Undo" disabled={!mayUndo} onClick={undo}>
          <Undo2 aria-hidden="true" className="size-4.5" />
        </Button>
        <Button size="small" variant="outline" aria-label="Redo" disabled={!mayRedo} onClick={redo}>
          <Redo2 aria-hidden="true" className="size-4.5" />
        </Button>
        <Button size="small" variant="outline" disabled={isBusy} onClick={() => void saveDraft(theme)}>
          Save as draft
        </Button>
        <Button size="small" isBusy={isBusy} onClick={() => void publish(theme)}>
          Publish
        </Button>
      </PageHead>
      <div className="grid items-start gap-6 large:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-4">
          <ThemeControls theme={theme} errors={errors} onChange={change} />
          <ContrastCard theme={theme} scheme={scheme} />
          <Versions versions={state.versions} onRollBack={(id) => void rollBack(id)} isBusy={isBusy} />
        </div>
        <div className="large:sticky large:top-[calc(var(--dashboard-head)+1rem)]">
          <Phone theme={theme} scheme={scheme} onScheme={setScheme} />
        </div>
      </div>
    </>
  )
}
