import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Link } from '@tanstack/react-router'
import { AskedAction } from '#components/asked-action.tsx'
import { Input, Select } from '#components/controls.tsx'
import { Panel } from '#components/panel.tsx'
import { call } from '#lib/api.ts'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

export type Language = Output<'dashboard/languages'>['languages'][number]

const directions = [
  { value: 'ltr', label: 'From left to right' },
  { value: 'rtl', label: 'From right to left' },
]

/** Creates or edits a language. */
export function LanguagePanel({ language, onClose }: { language: Language | 'new' | undefined; onClose: () => void }) {
  const title = language === 'new' ? 'New language' : (language?.language_name ?? '')
  return (
    <Panel isOpen={language !== undefined} onClose={onClose} title={title}>
      {language === 'new' ? <NewLanguage onDone={onClose} /> : null}
      {language && language !== 'new' ? <KnownLanguage language={language} onDone={onClose} /> : null}
    </Panel>
  )
}

function NewLanguage({ onDone }: { onDone: () => void }) {
  const { register, field, submit, formError, formState } = useCallForm('dashboard/languages/create', {
    values: { code: '', language_name: '', direction: 'ltr' as 'ltr' | 'rtl' },
    toInput: (typed: { code: string; language_name: string; direction: 'ltr' | 'rtl' }) => typed,
    onDone: async () => {
      await reread('dashboard/languages')
      toast('The language was added. Switch the language on once its texts are translated.')
      onDone()
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {formError ? (
        <p role="alert" className="text-error">
          {formError}
        </p>
      ) : null}
      <Input
        label="Name"
        help="The name as speakers of the language write it, such as தமிழ்."
        {...field('language_name')}
      />
      <Input label="Code" help="Two or three letters, such as ta." {...field('code')} />
      <Select label="Direction" options={directions} {...register('direction')} />
      <div>
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          Add language
        </Button>
      </div>
    </form>
  )
}

function KnownLanguage({ language, onDone }: { language: Language; onDone: () => void }) {
  const { register, field, submit, formError, formState } = useCallForm('dashboard/languages/update', {
    values: { language_name: language.language_name, direction: language.direction },
    toInput: (typed: { language_name: string; direction: 'ltr' | 'rtl' }) => ({
      ...typed,
      id: language.id,
      is_active: language.is_active,
    }),
    onDone: async () => {
      await reread('dashboard/languages')
      toast('Saved')
      onDone()
    },
  })
  return (
    <>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {formError ? (
          <p role="alert" className="text-error">
            {formError}
          </p>
        ) : null}
        <Input label="Name" {...field('language_name')} />
        <Select label="Direction" options={directions} {...register('direction')} />
        <p className="text-ink-2">
          {language.done} of {language.total} texts are translated, {language.changed} of them with your own texts.{' '}
          <Link to="/translations" search={{ language: String(language.id) } as never} className="text-brand underline">
            Translate
          </Link>
        </p>
        <div>
          <Button type="submit" size="small" isBusy={formState.isSubmitting}>
            Save
          </Button>
        </div>
      </form>
      {language.is_default ? null : <DeleteLanguage language={language} onDone={onDone} />}
    </>
  )
}

function DeleteLanguage({ language, onDone }: { language: Language; onDone: () => void }) {
  return (
    <div className="mt-8 border-t border-line pt-5">
      <AskedAction
        label="Delete language"
        question={`Delete ${language.language_name}?`}
        action="Delete"
        typed={language.code}
        says={`Your own texts in this language (${language.changed}) are deleted too.`}
        act={async () => {
          await call('dashboard/languages/delete', { id: language.id })
          onDone()
          await reread('dashboard/languages')
          toast(`${language.language_name} is deleted`)
        }}
      />
    </div>
  )
}
