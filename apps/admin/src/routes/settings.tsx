import { Button } from '@nukkad/ui/components/button.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { ClearCaches } from '#features/storefront/settings-admin/clear-caches.tsx'
import { GatewayCards } from '#features/storefront/settings-admin/gateway-cards.tsx'
import {
  type AdminSetting,
  groupOf,
  groupTitles,
  nameOf,
  OTHERS,
  shownSettings,
} from '#features/storefront/settings-admin/groups.ts'
import { PushKeys } from '#features/storefront/settings-admin/push-keys.tsx'
import { SettingField } from '#features/storefront/settings-admin/setting-field.tsx'
import { useDrafts } from '#features/storefront/settings-admin/use-drafts.ts'
import { useCurrentInView } from '#lib/current-in-view.ts'

type Looked = { group?: string; q?: string }

/** Shows all settings of the shop, by group or by search. */
export default function SettingsRoute() {
  const { group = 'branding', q = '' } = useSearch({ strict: false }) as Looked
  const navigate = useNavigate()
  const show = (search: Looked) => void navigate({ to: '/settings', search: search as never, replace: true })
  const form = useDrafts()
  const { settings, drafts, errors } = form
  const count = Object.keys(drafts).length
  useWarning(count > 0)
  return (
    <>
      <PageHead
        title="Settings"
        text="Settings of the app, the dashboard and the server. Open apps apply a change within a minute or at their next start."
      >
        <ClearCaches />
      </PageHead>
      <div className="grid gap-6 large:grid-cols-[13rem_minmax(0,42rem)]">
        <Index
          group={q ? '' : group}
          drafts={drafts}
          settings={settings ?? []}
          onChoose={(id) => show({ group: id })}
        />
        <section aria-label="Settings" className="min-w-0">
          <SearchBox value={q} onChange={(text) => show(text ? { q: text } : { group })} />
          {form.loadError && !settings ? <p role="alert">{form.loadError.message}</p> : null}
          {Object.keys(errors).length > 0 ? <Refused errors={errors} onGo={(key) => show({ q: key })} /> : null}
          {form.isClash ? <Clash onReadAgain={() => void form.readAgain()} /> : null}
          <Shown form={form} group={group} q={q} onAll={() => show({})} />
        </section>
      </div>
      {count > 0 ? <SaveBar count={count} form={form} /> : null}
    </>
  )
}

/** Warns before the page closes with unsaved changes. */
function useWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <div className="control mb-4 flex items-center gap-2">
      <Search aria-hidden="true" className="size-4.5 shrink-0 text-ink-2" />
      <input
        type="search"
        aria-label="Search settings"
        placeholder="Name, purpose or key of a setting"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="w-full min-w-0 bg-transparent py-2 outline-none"
      />
    </div>
  )
}

function Clash({ onReadAgain }: { onReadAgain: () => void }) {
  return (
    <div role="alert" className="card mb-4 flex flex-wrap items-center gap-3 p-4">
      <p className="min-w-0 flex-1">
        Someone else has changed one of the settings that you changed. This page still has your changes.
      </p>
      <Button size="small" variant="outline" onClick={onReadAgain}>
        Load their changes
      </Button>
    </div>
  )
}

type Form = ReturnType<typeof useDrafts>

/** Lists the settings of one group, or those that match a search. */
function Shown({ form, group, q, onAll }: { form: Form; group: string; q: string; onAll: () => void }) {
  const { settings, drafts, errors } = form
  const shown = shownSettings(settings ?? [], { group, q })
  const draw = (setting: AdminSetting) => (
    <SettingField
      key={setting.key}
      setting={setting}
      draft={drafts[setting.key]}
      error={errors[setting.key]}
      onChange={(value) => form.change(setting.key, value)}
    />
  )
  return (
    <>
      {group === 'push' && !q && settings ? (
        <PushKeys isSet={settings.some(({ key, is_set }) => key === 'firebaseSecret' && is_set)} />
      ) : null}
      <h2 className="title mb-2 text-section">{q ? `Results for “${q}”` : groupTitles[group]}</h2>
      {group === OTHERS && !q ? (
        <p className="mb-3 text-ink-2">
          The server stores these settings and sends them to other apps. The shop’s own app and this dashboard do not
          use these settings.
        </p>
      ) : null}
      {group === 'payments' && !q ? (
        <div className="grid gap-4">
          <GatewayCards settings={shown} draw={draw} />
        </div>
      ) : (
        <div className="card px-5">{shown.map(draw)}</div>
      )}
      {settings && shown.length === 0 ? (
        <p className="p-8 text-center text-ink-2">
          No settings match. Try another word.{' '}
          <button type="button" className="text-brand underline" onClick={onAll}>
            Show all groups
          </button>
        </p>
      ) : null}
    </>
  )
}

function SaveBar({ count, form }: { count: number; form: Form }) {
  return (
    <section
      aria-label="Not saved yet"
      className="sticky bottom-4 z-10 mt-6 flex flex-wrap items-center gap-3 rounded-control bg-raised px-5 py-3 shadow-2 outlined"
    >
      <p className="min-w-0 flex-1 text-label">
        {count === 1 ? 'One change is' : `${count} changes are`} not saved yet
      </p>
      <Button size="small" variant="outline" onClick={form.discard}>
        Discard
      </Button>
      <Button size="small" isBusy={form.isBusy} onClick={() => void form.save()}>
        Save
      </Button>
    </section>
  )
}

function Index({
  group,
  drafts,
  settings,
  onChoose,
}: {
  group: string
  drafts: Readonly<Record<string, unknown>>
  settings: readonly AdminSetting[]
  onChoose: (group: string) => void
}) {
  const strip = useCurrentInView<HTMLUListElement>(group)
  const changed = new Set(settings.filter(({ key }) => key in drafts).map(groupOf))
  return (
    <nav aria-label="Groups of settings" className="min-w-0">
      <ul
        ref={strip}
        className="flex gap-1 overflow-x-auto pb-1 large:sticky large:top-[calc(var(--dashboard-head)+1rem)] large:grid large:overflow-visible"
      >
        {Object.entries(groupTitles).map(([id, title]) => (
          <li key={id} className="shrink-0">
            <button
              type="button"
              aria-current={id === group ? 'true' : undefined}
              onClick={() => onChoose(id)}
              className={`flex min-h-10 w-full items-center gap-2 rounded-control px-3 text-start text-label whitespace-nowrap ${
                id === group ? 'bg-tint text-on-tint' : 'hover:bg-sunken'
              }`}
            >
              {title}
              {changed.has(id) ? (
                <span className="size-2 rounded-full bg-fill">
                  <span className="sr-only">, not saved</span>
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Lists the refused settings, each with a link to its field. */
function Refused({ errors, onGo }: { errors: Readonly<Record<string, string>>; onGo: (key: string) => void }) {
  return (
    <div role="alert" className="card mb-4 p-4">
      <p className="text-label">No setting has been saved, because these values are wrong:</p>
      <ul className="mt-1 list-disc ps-5">
        {Object.entries(errors).map(([key, message]) => (
          <li key={key}>
            <button type="button" className="text-brand underline" onClick={() => onGo(key)}>
              {nameOf(key)}
            </button>
            : {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
