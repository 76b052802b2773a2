import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { t } from '#lib/catalogue.ts'

/** What went wrong, and the button that sends. */
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
