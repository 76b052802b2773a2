import { SendButton } from '#features/shell/send-button.tsx'
import { t } from '#lib/catalogue.ts'

export function FormFault({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="rounded-control bg-error-tint px-4 py-3 text-small text-error">
      {text}
    </p>
  )
}

/** What went wrong, and the button that sends. */
export function LoginFoot({ fault, isSending }: { fault: string | undefined; isSending: boolean }) {
  return (
    <>
      <FormFault text={fault} />
      <SendButton type="submit" isBlock isBusy={isSending}>
        {t('loginButton')}
      </SendButton>
    </>
  )
}
