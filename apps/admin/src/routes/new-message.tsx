import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { MessagePreview } from '#features/messaging/push/message-preview.tsx'
import { recipientsOf, recipientValues } from '#features/messaging/push/recipients.ts'
import { RecipientsField } from '#features/messaging/push/recipients-field.tsx'
import type { Choice } from '#lib/find.ts'
import { useGo } from '#lib/go.ts'
import { fromLocalField } from '#lib/local-moment.ts'
import { notice } from '#lib/notices.ts'
import { ask, reread } from '#lib/query.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { countWords } from '#lib/words.ts'
import { Confirm } from '#parts/confirm.tsx'
import { Input, TextArea } from '#parts/controls.tsx'
import { PageHead } from '#parts/page-head.tsx'
import { PictureField } from '#parts/picture-field.tsx'

const values = { title: '', message: '', image: '', click_action: '', at: '', to: '', ...recipientValues }

/** A message as it is written, for whom, and when it goes out (U-17). */
export default function NewMessageRoute() {
  const go = useGo()
  const [chosen, setChosen] = useState<Choice[]>([])
  const [isAsked, setAsked] = useState(false)
  const forgetChosen = useUnsaved(chosen.length > 0)
  const { register, submit, formError, formState, watch, setValue } = useCallForm('dashboard/send-push-notification', {
    values,
    toInput: (typed: typeof values): WireInput<'dashboard/send-push-notification'> => ({
      title: typed.title,
      message: typed.message,
      image: typed.image || null,
      click_action: typed.click_action.trim() || null,
      to: recipientsOf(typed, chosen) ?? [],
      at: fromLocalField(typed.at),
    }),
    onDone: async (_answer, typed) => {
      forgetChosen()
      await reread('dashboard/table')
      notice(typed.at ? 'The message is scheduled' : 'The message goes out')
      go('/messages')
    },
  })
  const typed = watch()
  const to = recipientsOf(typed, chosen)
  const { data: counted } = useQuery({
    ...ask('dashboard/broadcasts/count', { to: to ?? 'all' }),
    enabled: Boolean(to),
  })
  /** What has gone out cannot be called back: it is asked once more, also of a form sent by Enter. */
  const askOrSend = (event: FormEvent) => {
    const goesOut = to && !typed.at && typed.title.trim() && typed.message.trim()
    if (!goesOut) return submit(event)
    event.preventDefault()
    setAsked(true)
  }
  const errorOf = (field: keyof typeof values) => formState.errors[field]?.message
  return (
    <>
      <PageHead title="New message" back={{ to: '/messages', title: 'Messages' }} />
      <div className="grid gap-8 desk:grid-cols-[minmax(0,40rem)_20rem]">
        <form onSubmit={askOrSend} noValidate className="grid gap-4">
          <FormError text={formError} size="small" />
          <Input label="Title" maxLength={120} error={errorOf('title')} {...register('title')} />
          <TextArea label="Message" maxLength={1000} error={errorOf('message')} {...register('message')} />
          <PictureField
            label="Picture"
            use="message"
            isOptional
            value={typed.image}
            onChange={(path) => setValue('image', path, { shouldDirty: true })}
            error={errorOf('image')}
          />
          <Input
            label="Opens"
            help="The page of the app that a press on it opens, such as /explore. Empty: the alerts."
            error={errorOf('click_action')}
            {...register('click_action')}
          />
          <RecipientsField
            register={register}
            typed={typed}
            chosen={chosen}
            onChoose={setChosen}
            error={errorOf('to')}
          />
          <Input
            label="Send at"
            help="In the time of this computer. Empty: at once."
            type="datetime-local"
            error={errorOf('at')}
            {...register('at')}
          />
          <p role="status" className="text-label">
            {to && counted ? reachWords(to, counted) : 'Say whom it is for.'}
          </p>
          <div>
            <Button type="submit" size="small" disabled={!to} isBusy={formState.isSubmitting}>
              {typed.at ? 'Schedule the message' : 'Send the message'}
            </Button>
          </div>
        </form>
        <Confirm
          isOpen={isAsked}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            void submit()
          }}
          title="Send it now?"
          action="Send it"
        >
          {to && counted ? reachWords(to, counted) : null} It cannot be called back.
        </Confirm>
        <MessagePreview title={typed.title} message={typed.message} image={typed.image} />
      </div>
    </>
  )
}

function reachWords(to: unknown, { customers, browsers }: Output<'dashboard/broadcasts/count'>): string {
  if (to === 'guests') return `${countWords(browsers)} ${browsers === 1 ? 'device listens' : 'devices listen'}.`
  const told = `${countWords(customers)} ${customers === 1 ? 'customer' : 'customers'} would be told`
  return `${told}; ${countWords(browsers)} of their browsers listen.`
}
