import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Confirm } from '#components/confirm.tsx'
import { Input, TextArea } from '#components/controls.tsx'
import { PageHead } from '#components/page-head.tsx'
import { PictureField } from '#components/picture-field.tsx'
import { MessagePreview } from '#features/messaging/push/message-preview.tsx'
import {
  goesOutNow,
  type MessageValues,
  messageInput,
  messageValues,
  reachText,
} from '#features/messaging/push/message-values.ts'
import { type Recipients, recipientsOf } from '#features/messaging/push/recipients.ts'
import { RecipientsField } from '#features/messaging/push/recipients-field.tsx'
import type { Choice } from '#lib/find.ts'
import { useGo } from '#lib/go.ts'
import { ask, reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { type CallForm, useCallForm } from '#lib/use-call-form.ts'

/** Creates a message: its text, its recipients and its time (U-17). */
export default function NewMessageRoute() {
  const go = useGo()
  const [chosen, setChosen] = useState<Choice[]>([])
  const [isAsked, setAsked] = useState(false)
  const forgetChosen = useUnsaved(chosen.length > 0)
  const form = useCallForm('dashboard/send-push-notification', {
    values: messageValues,
    toInput: (typed: MessageValues) => messageInput(typed, chosen),
    onDone: async (_answer, typed) => {
      forgetChosen()
      await reread('dashboard/table')
      toast(typed.at ? 'The message is scheduled' : 'The message is being sent')
      go('/messages')
    },
  })
  const typed = form.watch()
  const to = recipientsOf(typed, chosen)
  const reach = useReach(to)
  const handleSubmit = (event: FormEvent) => {
    if (!goesOutNow(typed, chosen)) return form.submit(event)
    event.preventDefault()
    setAsked(true)
  }
  return (
    <>
      <PageHead title="New message" back={{ to: '/messages', title: 'Messages' }} />
      <div className="grid gap-8 large:grid-cols-[minmax(0,40rem)_20rem]">
        <form onSubmit={handleSubmit} noValidate className="grid gap-4">
          <FormError text={form.formError} size="small" />
          <MessageFields form={form} chosen={chosen} onChoose={setChosen} />
          <p role="status" className="text-label">
            {reach ?? 'Choose who gets the message.'}
          </p>
          <div>
            <Button type="submit" size="small" disabled={!to} isBusy={form.formState.isSubmitting}>
              {typed.at ? 'Schedule the message' : 'Send the message'}
            </Button>
          </div>
        </form>
        <Confirm
          isOpen={isAsked}
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            void form.submit()
          }}
          title="Send the message now?"
          action="Send the message"
        >
          {reach} You cannot take the message back.
        </Confirm>
        <MessagePreview title={typed.title} message={typed.message} image={typed.image} />
      </div>
    </>
  )
}

/**
 * Returns how many people a message would reach, in words; nothing without recipients or before the count has arrived.
 */
function useReach(to: Recipients | undefined): string | null {
  const { data } = useQuery({ ...ask('dashboard/broadcasts/count', { to: to ?? 'all' }), enabled: Boolean(to) })
  return to && data ? reachText(to, data) : null
}

type FieldsProps = { form: CallForm<MessageValues>; chosen: Choice[]; onChoose: (chosen: Choice[]) => void }

function MessageFields({ form, chosen, onChoose }: FieldsProps) {
  const { field, register, watch, setValue, errorOf } = form
  return (
    <>
      <Input label="Title" maxLength={120} {...field('title')} />
      <TextArea label="Message" maxLength={1000} {...field('message')} />
      <PictureField
        label="Picture"
        use="message"
        isOptional
        value={watch('image')}
        onChange={(path) => setValue('image', path, { shouldDirty: true })}
        error={errorOf('image')}
      />
      <Input
        label="Opens"
        help="The page of the app that the message opens, such as /explore. If blank, the message opens the alerts."
        {...field('click_action')}
      />
      <RecipientsField register={register} typed={watch()} chosen={chosen} onChoose={onChoose} error={errorOf('to')} />
      <Input
        label="Send at"
        help="The time is in the time zone of this computer. Immediately if blank."
        type="datetime-local"
        {...field('at')}
      />
    </>
  )
}
