import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { Download, UserX } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { refusalText } from '#lib/refusals.ts'
import { saveFile } from '#lib/save-file.ts'
import { notify } from '#lib/toasts.ts'
import { forgetSession } from '#stores/session.ts'

/** Shows two rows of the account list: one downloads the customer's data, the other deletes the account (GAP-81). */
export function OwnDataRows() {
  const [isAsking, setAsking] = useState(false)
  const download = useMutation({
    mutationFn: () => call('export-my-data', {}),
    onSuccess: ({ data }) => {
      saveFile('nukkad-my-data.json', { content: JSON.stringify(data, null, 2), mediaType: 'application/json' })
      notify(t('accountExportDone'))
    },
    onError: (error) => notify(refusalText(error), 'error'),
  })
  return (
    <>
      <ButtonRow
        icon={<Download />}
        label={t('accountExport')}
        isBusy={download.isPending}
        onPress={() => download.mutate()}
      />
      <ButtonRow icon={<UserX />} label={t('accountDelete')} onPress={() => setAsking(true)} />
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        icon={<UserX />}
        tone="danger"
        title={t('accountDeleteTitle')}
        actions={null}
      >
        <DeleteForm onCancel={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

/** Asks the customer to type a word before the account is deleted, because a deletion cannot be undone. */
function DeleteForm({ onCancel }: { onCancel: () => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const word = t('accountDeleteWord')
  const isConfirmed = typed.trim().toLowerCase() === word.toLowerCase()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('delete-my-account', {}),
    onSuccess: () => {
      forgetSession(true)
      notify(t('accountDeleteDone'))
      go('/', { replace: true })
    },
    onError: (error) => setProblem(refusalText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isConfirmed) return
    setProblem(undefined)
    mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 pt-1 text-start">
      <p className="text-center">{t('accountDeleteText')}</p>
      <Field
        label={t('accountDeleteType', { word })}
        value={typed}
        error={problem}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SendButton type="submit" variant="danger" isBlock disabled={!isConfirmed} isBusy={isPending}>
        {t('accountDelete')}
      </SendButton>
      <Button variant="outline" isBlock onClick={onCancel}>
        {t('accountLogoutCancel')}
      </Button>
    </form>
  )
}

type ButtonRowProps = { icon: ReactNode; label: string; isBusy?: boolean; onPress: () => void }

function ButtonRow({ icon, label, isBusy = false, onPress }: ButtonRowProps) {
  return (
    <li>
      <button
        type="button"
        disabled={isBusy}
        aria-busy={isBusy || undefined}
        onClick={onPress}
        className="flex min-h-15 w-full items-center gap-3.5 text-start disabled:opacity-50"
      >
        <span aria-hidden="true" className="text-ink-2 [&_svg]:size-5">
          {icon}
        </span>
        <span className="min-w-0 flex-1 py-2 font-medium">{label}</span>
      </button>
    </li>
  )
}
