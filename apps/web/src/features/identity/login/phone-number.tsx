import { joinPhone } from '@nukkad/rules/phone.ts'
import { Field, type FieldProps } from '@nukkad/ui/parts/field.tsx'
import { setting, t } from '#lib/catalogue.ts'

/** Country codes from the settings; the first is the usual one. */
function countryCodes(): string[] {
  const codes = setting('phoneCountryCode')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => /^\+\d{1,4}$/.test(code))
  return codes.length > 0 ? codes : ['+91']
}

/** The whole number of what was typed; a number with its own + stays as it is. */
export function wholeNumber(typed: string): string {
  return typed.trim().startsWith('+') ? `+${typed.replace(/\D/g, '')}` : joinPhone(countryCodes()[0] ?? '+91', typed)
}

export function PhoneField(props: Omit<FieldProps, 'label' | 'type' | 'prefix'>) {
  return (
    <Field
      {...props}
      label={t('loginLoginPhoneLabel')}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      prefix={countryCodes()[0]}
    />
  )
}
