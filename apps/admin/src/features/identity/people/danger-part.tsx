import { Button } from '@nukkad/ui/parts/button.tsx'
import { Dialog } from '@nukkad/ui/parts/dialog.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '#lib/api.ts'
import { saveJson } from '#lib/download.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { reread } from '#lib/query.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { Input, TextArea } from '#parts/controls.tsx'
import { Discard } from '#parts/discard.tsx'
import { Section } from '#parts/section.tsx'
import { type Person, useMayChange, useMayIssueCode, useMaySetLogin } from './person.ts'

type Ask = 'ban' | 'password' | 'export' | 'delete'

/** What ends somebody's access, takes his data along or away. Each asks for the reason, which stays in the log. */
export function DangerPart({ person }: { person: Person }) {
  const [asked, setAsked] = useState<Ask>()
  const close = () => setAsked(undefined)
  const mayChange = useMayChange(person)
  const maySetLogin = useMaySetLogin(person)
  const isCustomer = person.roles.length === 1 && person.roles[0] === 'customer'
  const end = useMutation({
    mutationFn: () => call('dashboard/people/end-sessions', { id: person.id }),
    onSuccess: async () => {
      await reread('dashboard/people/show')
      notice('Signed out everywhere')
    },
    onError: noticeOf,
  })
  const mayIssueCode = useMayIssueCode(person)
  const issue = useMutation({
    mutationFn: () => call('dashboard/people/enrolment-code', { id: person.id }),
    onError: noticeOf,
  })
  if (!mayChange) return null
  return (
    <Section title="Access and data">
      <div className="flex flex-wrap gap-2">
        {maySetLogin ? (
          <Button size="small" look="outline" onClick={() => setAsked('password')}>
            Set a new password
          </Button>
        ) : null}
        <Button size="small" look="outline" isBusy={end.isPending} onClick={() => end.mutate()}>
          Sign out everywhere
        </Button>
        {mayIssueCode ? (
          <Button size="small" look="outline" isBusy={issue.isPending} onClick={() => issue.mutate()}>
            Code for a second factor
          </Button>
        ) : null}
        {isCustomer ? (
          <Button size="small" look="outline" onClick={() => setAsked('export')}>
            Download personal data
          </Button>
        ) : null}
        <Button size="small" look="outline" onClick={() => setAsked('ban')}>
          {person.is_active ? <span className="text-error">Ban</span> : 'Let in again'}
        </Button>
        {isCustomer ? (
          <Button size="small" look="outline" onClick={() => setAsked('delete')}>
            <span className="text-error">Delete the account</span>
          </Button>
        ) : null}
      </div>
      <Dialog
        isOpen={issue.data !== undefined}
        onClose={issue.reset}
        title={`A code for ${person.name}`}
        actions={
          <Button size="small" onClick={issue.reset}>
            Done
          </Button>
        }
      >
        <p className="num text-start select-all">{issue.data?.code}</p>
        <p className="mt-3 text-start text-small text-ink-2">
          Give it to them in person. With it they set up an authenticator in the dashboard. It works once, within a day,
          and is not shown again.
        </p>
      </Dialog>
      <PasswordDialog person={person} isOpen={asked === 'password'} onClose={close} />
      <BanDialog person={person} isOpen={asked === 'ban'} onClose={close} />
      <ExportDialog person={person} isOpen={asked === 'export'} onClose={close} />
      <DeleteDialog person={person} isOpen={asked === 'delete'} onClose={close} />
    </Section>
  )
}

type Asked = { person: Person; isOpen: boolean; onClose: () => void }

const changed = () => reread('dashboard/people/show', 'dashboard/table')

function PasswordDialog({ person, isOpen, onClose }: Asked) {
  const form = useCallForm('dashboard/people/set-password', {
    values: { password: '' },
    toInput: ({ password }: { password: string }) => ({ id: person.id, password }),
    onDone: async () => {
      form.reset({ password: '' })
      onClose()
      await changed()
      notice('The password is set, and every session is over')
    },
  })
  const { register, formState } = form
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`A new password for ${person.name}`}
      action="Set it"
      form={form}
    >
      <Input
        label="Password"
        type="password"
        autoComplete="new-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </FormDialog>
  )
}

function BanDialog({ person, isOpen, onClose }: Asked) {
  const isBanned = person.is_active
  const form = useCallForm('dashboard/people/ban', {
    values: { reason: '' },
    toInput: ({ reason }: { reason: string }) => ({ id: person.id, is_banned: isBanned, reason }),
    onDone: async () => {
      form.reset({ reason: '' })
      onClose()
      await changed()
      notice(isBanned ? 'Banned from the next request on' : 'Can sign in again')
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

function ExportDialog({ person, isOpen, onClose }: Asked) {
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
      <p className="mb-3">Only at the person’s own request. Hand it to nobody else.</p>
      <Reason form={form} />
    </FormDialog>
  )
}

function DeleteDialog({ person, isOpen, onClose }: Asked) {
  const [written, setWritten] = useState('')
  const form = useCallForm('dashboard/people/delete', {
    values: { reason: '' },
    toInput: ({ reason }: { reason: string }) => ({ id: person.id, reason }),
    onDone: async () => {
      onClose()
      await changed()
      notice('The account is deleted')
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
        Access ends at once, and everything that tells who it was is erased. Orders and payments stay without a name. It
        cannot be undone.
      </p>
      <div className="grid gap-3">
        <Reason form={form} />
        <Input
          label={`Write “${person.name}” to go on`}
          value={written}
          onChange={(event) => setWritten(event.target.value)}
        />
      </div>
    </FormDialog>
  )
}

type ReasonForm = {
  register: (name: 'reason') => object
  formState: { errors: { reason?: { message?: string } } }
}

function Reason({ form: { register, formState } }: { form: ReasonForm }) {
  return <TextArea label="Reason" rows={2} error={formState.errors.reason?.message} {...register('reason')} />
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
          <Button size="small" look="outline" onClick={leave}>
            Cancel
          </Button>
          <Button
            size="small"
            look={isDanger ? 'danger' : 'fill'}
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
