import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { type ReactNode, useState } from 'react'
import { Input, TextArea } from '#components/controls.tsx'
import { Discard } from '#components/discard.tsx'
import { saveJson } from '#lib/download.ts'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import type { Person } from './person.ts'

type Asked = { person: Person; isOpen: boolean; onClose: () => void }

const changed = () => reread('dashboard/people/show', 'dashboard/table')

export function PasswordDialog({ person, isOpen, onClose }: Asked) {
  const form = useCallForm('dashboard/people/set-password', {
    values: { password: '' },
    toInput: ({ password }: { password: string }) => ({ id: person.id, password }),
    onDone: async () => {
      form.reset({ password: '' })
      onClose()
      await changed()
      toast('The password is set, and all sessions have ended')
    },
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`A new password for ${person.name}`}
      action="Set it"
      form={form}
    >
      <Input label="Password" type="password" autoComplete="new-password" {...form.field('password')} />
    </FormDialog>
  )
}

export function BanDialog({ person, isOpen, onClose }: Asked) {
  const isBanned = person.is_active
  const form = useCallForm('dashboard/people/ban', {
    values: { reason: '' },
    toInput: ({ reason }: { reason: string }) => ({ id: person.id, is_banned: isBanned, reason }),
    onDone: async () => {
      form.reset({ reason: '' })
      onClose()
      await changed()
      toast(isBanned ? 'The account is banned' : 'The person can sign in again')
    },
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isBanned ? `Ban ${person.name}?` : `Let ${person.name} in again?`}
      action={isBanned ? 'Ban' : 'Let in'}
      isDanger={isBanned}
      form={form}
    >
      <Reason form={form} />
    </FormDialog>
  )
}

export function ExportDialog({ person, isOpen, onClose }: Asked) {
  const form = useCallForm('dashboard/people/export', {
    values: { reason: '' },
    toInput: ({ reason }: { reason: string }) => ({ id: person.id, reason }),
    onDone: ({ data }) => {
      saveJson(`person-${person.id}.json`, data)
      form.reset({ reason: '' })
      onClose()
    },
  })
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={`All data of ${person.name}`} action="Download" form={form}>
      <p className="mb-3">Download this data only at the person’s own request, and give it to no one else.</p>
      <Reason form={form} />
    </FormDialog>
  )
}

export function DeleteDialog({ person, isOpen, onClose }: Asked) {
  const [written, setWritten] = useState('')
  const form = useCallForm('dashboard/people/delete', {
    values: { reason: '' },
    toInput: ({ reason }: { reason: string }) => ({ id: person.id, reason }),
    onDone: async () => {
      onClose()
      await changed()
      toast('The account is deleted')
    },
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete the account of ${person.name}?`}
      action="Delete"
      isDanger
      isBlocked={written.trim() !== person.name}
      form={form}
    >
      <p className="mb-3">
        Access ends immediately, and all personal data is erased. Orders and payments stay, without the person’s name.
        You cannot undo the deletion.
      </p>
      <div className="grid gap-3">
        <Reason form={form} />
        <Input
          label={`Type “${person.name}” to confirm`}
          value={written}
          onChange={(event) => setWritten(event.target.value)}
        />
      </div>
    </FormDialog>
  )
}

function Reason({ form }: { form: { field: (name: 'reason') => object } }) {
  return <TextArea label="Reason" rows={2} {...form.field('reason')} />
}

type DialogForm = {
  submit: () => Promise<void>
  reset: () => void
  formError: string | undefined
  formState: { isSubmitting: boolean; isDirty: boolean }
}

function FormDialog({
  isOpen,
  onClose,
  title,
  action,
  isDanger = false,
  isBlocked = false,
  form,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  action: string
  isDanger?: boolean
  isBlocked?: boolean
  form: DialogForm
  children: ReactNode
}) {
  const [isAsked, setAsked] = useState(false)
  const leave = () => {
    setAsked(false)
    form.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => (form.formState.isDirty ? setAsked(true) : leave())}
      title={title}
      tone={isDanger ? 'danger' : 'plain'}
      actions={
        <>
          <Button size="small" variant="outline" onClick={leave}>
            Cancel
          </Button>
          <Button
            size="small"
            variant={isDanger ? 'danger' : 'fill'}
            disabled={isBlocked}
            isBusy={form.formState.isSubmitting}
            onClick={() => void form.submit()}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="text-start">
        <FormError text={form.formError} size="small" />
        {children}
      </div>
      <Discard isOpen={isAsked} onKeep={() => setAsked(false)} onDiscard={leave} />
    </Dialog>
  )
}
