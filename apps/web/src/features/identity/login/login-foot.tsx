import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { t } from '#lib/catalogue.ts'

/** Shows the end of a sign-in form: its error, and the submit button. */
export function LoginFoot({ problem, isSending }: { problem: string | undefined; isSending: boolean }) {
  return (
    <>
      <FormError text={problem} />
      <SendButton type="submit" isBlock isBusy={isSending}>
        {t('loginButton')}
      </SendButton>
    </>
  )
}
