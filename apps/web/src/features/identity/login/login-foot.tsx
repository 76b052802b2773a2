import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { t } from '#lib/catalogue.ts'

/** Shows the error, and the submit button. */
export function LoginFoot({ fault, isSending }: { fault: string | undefined; isSending: boolean }) {
  return (
    <>
      <FormError text={fault} />
      <SendButton type="submit" isBlock isBusy={isSending}>
        {t('loginButton')}
      </SendButton>
    </>
  )
}
