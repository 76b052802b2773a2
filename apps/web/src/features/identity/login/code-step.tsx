import { OTP_RESEND_MS } from '@nukkad/rules/constants.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { OtpField } from '@nukkad/ui/components/otp-field.tsx'
import { useEffect, useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { t } from '#lib/catalogue.ts'

type CodeStepProps = {
  phone: string
  error: string | null
  isBusy: boolean
  onEdit: () => void
  onResend: () => void
  onCode: (code: string) => void
}

const codeLength = 6

/** Asks for the six digits, and sends them when the last one is entered (H-08 to H-11, GAP-23). */
export function CodeStep({ phone, error, isBusy, onEdit, onResend, onCode }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [seconds, restart] = useCountdown(OTP_RESEND_MS / 1000)
  useEffect(() => {
    if (error) setCode('')
  }, [error])
  const type = (value: string) => {
    setCode(value)
    if (value.length === codeLength) onCode(value)
  }
  return (
    <div className="grid gap-4">
      <p className="num flex flex-wrap items-center gap-x-2 text-ink-2">
        {t('loginCodeSentTo', { phone })}
        <button type="button" onClick={onEdit} className="reach text-label text-brand">
          {t('loginCodeEdit')}
        </button>
      </p>
      <OtpField
        label={t('loginCodeLabel')}
        length={codeLength}
        value={code}
        onChange={type}
        error={error}
        isDisabled={isBusy}
      />
      <SendButton isBlock isBusy={isBusy} disabled={code.length < codeLength} onClick={() => onCode(code)}>
        {isBusy ? t('loginCodeChecking') : t('verifyOtpBtnText')}
      </SendButton>
      {seconds > 0 ? (
        <p className="num text-center text-small text-ink-2">
          {t('loginCodeResendIn', { time: `0:${String(seconds).padStart(2, '0')}` })}
        </p>
      ) : (
        <Button
          variant="plain"
          size="small"
          onClick={() => {
            onResend()
            restart()
          }}
        >
          {t('loginCodeResend')}
        </Button>
      )}
    </div>
  )
}

function useCountdown(from: number): [seconds: number, restart: () => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + from * 1000)
  const [seconds, setSeconds] = useState(from)
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return [seconds, () => setEndsAt(Date.now() + from * 1000)]
}
