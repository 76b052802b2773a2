import type { Theme, ThemeKey } from '@nukkad/contract/storefront/themes.ts'
import { type ReactNode, useId } from 'react'
import { Input, Select, TextArea } from '#components/controls.tsx'
import { ColourField } from '#features/storefront/settings-admin/setting-field.tsx'
import { LogoField } from './logo-field.tsx'
import { presets } from './presets.ts'

type ControlsProps = {
  theme: Theme
  errors: Readonly<Record<string, string>>
  onChange: (values: Partial<Theme>) => void
}

const footers = [
  { value: 'FLOAT', label: 'Floats above the page' },
  { value: 'FIXED', label: 'Sits on the edge of the page' },
]
const links: readonly [ThemeKey, string][] = [
  ['desktopSocialFacebookLink', 'Facebook'],
  ['desktopSocialGoogleLink', 'Google'],
  ['desktopSocialYoutubeLink', 'YouTube'],
  ['desktopSocialInstagramLink', 'Instagram'],
]

/** All controls of a theme, in the order in which a screen of the app shows them from top to bottom. */
export function ThemeControls(props: ControlsProps) {
  return (
    <>
      <Group name="Colours" title="Colours">
        <Colours {...props} />
      </Group>
      <Group name="Shape" title="Logo and shape">
        <Shape {...props} />
      </Group>
      <Group name="Home" title="Home">
        <TextArea
          label="Message on the home page"
          help="You can use HTML such as <b>. An empty paragraph hides the message."
          rows={3}
          error={props.errors.customHomeMessage}
          value={props.theme.customHomeMessage}
          onChange={(event) => props.onChange({ customHomeMessage: event.target.value })}
        />
        <ThemeText {...props} of="homeConsultTitle" label="Consultation: title" />
        <ThemeText {...props} of="homeConsultText" label="Consultation: text" />
        <ThemeText {...props} of="desktopHeading" label="Wide screens: heading" />
        <ThemeText {...props} of="desktopSubHeading" label="Wide screens: text below the heading" />
      </Group>
      <Group name="Footer" title="Footer of wide screens">
        <TextArea
          label="Address"
          rows={2}
          error={props.errors.desktopFooterAddress}
          value={props.theme.desktopFooterAddress}
          onChange={(event) => props.onChange({ desktopFooterAddress: event.target.value })}
        />
        {links.map(([key, name]) => (
          <ThemeText
            key={key}
            {...props}
            of={key}
            label={name}
            help="A full URL, such as https://…. If blank, the link is hidden."
          />
        ))}
      </Group>
    </>
  )
}

/** A group of controls; its title is also its accessible name. */
function Group({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <fieldset className="card grid gap-4 p-5">
      <legend className="sr-only">{name}</legend>
      <h2 className="text-heading">{title}</h2>
      {children}
    </fieldset>
  )
}

function ThemeText({
  theme,
  errors,
  onChange,
  of,
  label,
  help,
}: ControlsProps & { of: ThemeKey; label: string; help?: string }) {
  return (
    <Input
      label={label}
      help={help}
      error={errors[of]}
      value={theme[of]}
      onChange={(event) => onChange({ [of]: event.target.value })}
    />
  )
}

const colours = [
  ['storeColor', 'Shop colour'],
  ['cartColorBg', 'Cart bar'],
  ['cartColorText', 'Cart bar text'],
] as const

function Colours({ theme, errors, onChange }: ControlsProps) {
  return (
    <>
      <ul aria-label="Presets" className="flex flex-wrap gap-2">
        {presets.map((preset) => (
          <li key={preset.name}>
            <button
              type="button"
              onClick={() => onChange(preset.colours)}
              className="control inline-flex items-center gap-2 text-small"
            >
              <span
                aria-hidden="true"
                className="size-4 rounded-full"
                style={{ background: preset.colours.storeColor }}
              />
              {preset.name}
            </button>
          </li>
        ))}
      </ul>
      {colours.map(([key, label]) => (
        <ColourField
          key={key}
          label={label}
          value={theme[key]}
          error={errors[key]}
          onChange={(value) => onChange({ [key]: value })}
        />
      ))}
    </>
  )
}

function Shape({ theme, onChange }: ControlsProps) {
  return (
    <>
      <LogoField
        use="logo"
        storeColor={theme.storeColor}
        value={theme.storeLogo}
        onChange={(storeLogo) => onChange({ storeLogo })}
      />
      <LogoField
        use="icon"
        storeColor={theme.storeColor}
        value={theme.appIcon}
        onChange={(appIcon) => onChange({ appIcon })}
      />
      <Radius
        value={theme.restaurantCategorySliderStyle}
        onChange={(value) => onChange({ restaurantCategorySliderStyle: value })}
      />
      <Select
        label="Bottom bar"
        options={footers}
        value={theme.footerStyleType}
        onChange={(event) => onChange({ footerStyleType: event.target.value })}
      />
    </>
  )
}

function Radius({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 flex justify-between text-label">
        Corners of category tiles
        <output className="num text-ink-2">{value} rem</output>
      </label>
      <input
        id={id}
        type="range"
        min="0"
        max="2"
        step="0.1"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full accent-(--c-fill)"
      />
    </div>
  )
}
