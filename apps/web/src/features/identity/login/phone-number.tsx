import { joinPhone } from '@nukkad/rules/phone.ts'
import { Field, type FieldProps } from '@nukkad/ui/components/field.tsx'
import { setting, t } from '#lib/catalogue.ts'

/** Returns the country codes from the settings; the first one is the default. */
function countryCodes(): string[] {
  const codes = setting('phoneCountryCode')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => /^\+\d{1,4}$/.test(code))
  return codes.length > 0 ? codes : ['+91']
}

/** Returns the typed number with the chosen country code; a number that starts with + keeps its own country code. */
export function wholeNumber(typed: string): string {
  return typed.trim().startsWith('+') ? `+${typed.replace(/\D/g, '')}` : joinPhone(countryCodes()[0] ?? '+91', typed)
}

/** Returns a full number as `PhoneField` shows it: without the country code that is shown before the field. */
export function typedNumber(phone: string): string {
  const code = countryCodes()[0] ?? ''
  return phone.startsWith(code) ? phone.slice(code.length) : phone
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
