import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Section } from '#components/section.tsx'
import { call } from '#lib/api.ts'
import { reread } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { BanDialog, DeleteDialog, ExportDialog, PasswordDialog } from './danger-dialogs.tsx'
import { isOnlyCustomer, mayChange, mayIssueCode, maySetLogin, type Person } from './person.ts'

type Ask = 'ban' | 'password' | 'export' | 'delete'

/**
 * Shows the actions that end a person's access, export their data or delete it. Each action asks for a reason, which
 * the audit log records.
 */
export function DangerPart({ person }: { person: Person }) {
  const [asked, setAsked] = useState<Ask>()
  const close = () => setAsked(undefined)
  const member = useMember()
  const isCustomer = isOnlyCustomer(person)
  if (!mayChange(member, person)) return null
  return (
    <Section title="Access and data">
      <div className="flex flex-wrap gap-2">
        {maySetLogin(member, person) ? <Action onPress={() => setAsked('password')}>Set a new password</Action> : null}
        <SignOut id={person.id} />
        <IssueCode person={person} isOffered={mayIssueCode(member, person)} />
        {isCustomer ? <Action onPress={() => setAsked('export')}>Download personal data</Action> : null}
        <Action onPress={() => setAsked('ban')}>
          {person.is_active ? <span className="text-error">Ban</span> : 'Let in again'}
        </Action>
        {isCustomer ? (
          <Action onPress={() => setAsked('delete')}>
            <span className="text-error">Delete the account</span>
          </Action>
        ) : null}
      </div>
      <PasswordDialog person={person} isOpen={asked === 'password'} onClose={close} />
      <BanDialog person={person} isOpen={asked === 'ban'} onClose={close} />
      <ExportDialog person={person} isOpen={asked === 'export'} onClose={close} />
      <DeleteDialog person={person} isOpen={asked === 'delete'} onClose={close} />
    </Section>
  )
}

function Action({ isBusy, onPress, children }: { isBusy?: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <Button size="small" variant="outline" isBusy={isBusy} onClick={onPress}>
      {children}
    </Button>
  )
}

function SignOut({ id }: { id: number }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('dashboard/people/end-sessions', { id }),
    onSuccess: async () => {
      await reread('dashboard/people/show')
      toast('Signed out everywhere')
    },
    onError: toastError,
  })
  return (
    <Action isBusy={isPending} onPress={() => mutate()}>
      Sign out everywhere
    </Action>
  )
}

/** Shows, once, a code with which the person sets up a second factor. */
function IssueCode({ person, isOffered }: { person: Person; isOffered: boolean }) {
  const { data, isPending, mutate, reset } = useMutation({
    mutationFn: () => call('dashboard/people/enrolment-code', { id: person.id }),
    onError: toastError,
  })
  return (
    <>
      {isOffered ? (
        <Action isBusy={isPending} onPress={() => mutate()}>
          Create a code for the second factor
        </Action>
      ) : null}
      <Dialog
        isOpen={data !== undefined}
        onClose={reset}
        title={`A code for ${person.name}`}
        actions={
          <Button size="small" onClick={reset}>
            Done
          </Button>
        }
      >
        <p className="num text-start select-all">{data?.code}</p>
        <p className="mt-3 text-start text-small text-ink-2">
          Give the code to this person directly. The person uses the code to set up an authenticator app in the
          dashboard. The code works once, within a day, and is not shown again.
        </p>
      </Dialog>
    </>
  )
}
