import { SendButton } from '#features/shell/send-button.tsx'
import { t } from '#lib/catalogue.ts'
import { FormFault } from './phone-login.tsx'

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
