import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Switch } from '#components/controls.tsx'
import { PageHead } from '#components/page-head.tsx'
import { type Language, LanguagePanel } from '#features/storefront/languages/language-panel.tsx'
import { call } from '#lib/api.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

/** Lists the languages of the shop: those offered, and the default. */
export default function LanguagesRoute() {
  const { data, error } = useQuery(ask('dashboard/languages', {}))
  const [opened, setOpened] = useState<Language | 'new'>()
  return (
    <>
      <PageHead
        title="Languages"
        text="Customers can choose the languages that are on. New visitors see the default language."
      >
        <Button size="small" onClick={() => setOpened('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          New language
        </Button>
      </PageHead>
      {error && !data ? <p role="alert">{error.message}</p> : null}
      <ul aria-label="Languages" className="grid max-w-200 gap-3">
        {data?.languages.map((language) => (
          <LanguageCard key={language.id} language={language} onOpen={() => setOpened(language)} />
        ))}
      </ul>
      <LanguagePanel language={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

function LanguageCard({ language, onOpen }: { language: Language; onOpen: () => void }) {
  const { id, code, language_name: name, direction, is_default: isDefault, is_active: isActive, done, total } = language
  const percent = Math.floor((done * 100) / total)
  const change = useMutation({
    mutationFn: (what: 'default' | 'switch') =>
      what === 'default'
        ? call('dashboard/languages/make-default', { id })
        : call('dashboard/languages/update', { id, language_name: name, direction, is_active: !isActive }),
    onSuccess: async (_answer, what) => {
      await reread('dashboard/languages')
      toast(what === 'default' ? `${name} is now the default language` : `${name} is now ${isActive ? 'off' : 'on'}`)
    },
    onError: toastError,
  })
  /** The state of the switch that is shown before the server answers. */
  const pending = change.isPending ? change.variables : undefined
  return (
    <li className="card flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-3">
      <button type="button" onClick={onOpen} className="min-w-40 flex-1 py-1 text-start">
        <span lang={code} dir="auto" className="text-heading">
          {name}
        </span>
        <span className="ms-2 text-small text-ink-2">
          {code}
          {direction === 'rtl' ? ', from right to left' : ''}
        </span>
      </button>
      <div className="w-40">
        <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
          <div className="h-full bg-fill" style={{ width: `${percent}%` }} />
        </div>
        <p className="num text-small text-ink-2">{percent}% translated</p>
      </div>
      <Switch
        label={`${name} is on`}
        isLabelHidden
        checked={pending === 'switch' ? !isActive : isActive}
        disabled={isDefault || change.isPending}
        onChange={() => change.mutate('switch')}
      />
      <label className="flex min-h-11 items-center gap-2 text-label">
        <input
          type="radio"
          name="default-language"
          checked={isDefault || pending === 'default'}
          disabled={!isActive || change.isPending}
          onChange={() => change.mutate('default')}
          className="size-5 accent-(--c-fill)"
        />
        Default<span className="sr-only">: {name}</span>
      </label>
    </li>
  )
}
