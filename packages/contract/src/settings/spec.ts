/** How a value is read, checked and edited. Every value travels and is stored as text. */
export type SettingType = 'text' | 'longtext' | 'html' | 'bool' | 'number' | 'colour' | 'url' | 'list' | 'choice'

/** `public` goes to every browser, `private` stays on the server, `secret` is also write-only on the dashboard. */
type SettingVisibility = 'public' | 'private' | 'secret'

type SettingGroup =
  | 'branding'
  | 'seo'
  | 'prices'
  | 'home'
  | 'location'
  | 'login'
  | 'cart'
  | 'checkout'
  | 'push'
  | 'delivery'
  | 'stores'
  | 'sms'
  | 'email'
  | 'ratings'
  | 'rewards'
  | 'limits'
  | 'exports'
  | 'backups'

/** One setting of the operator: its type, the value of a fresh install, who may see it and where it is edited. */
export type SettingSpec = {
  type: SettingType
  default: string
  visibility: SettingVisibility
  group: SettingGroup
  choices?: readonly string[]
  /** What a text or list names, where it ends up in an address or a path; anything else is refused. */
  names?: 'file' | 'picture' | 'mailbox' | 'id' | 'hosts'
  /** Environment variable that, when set, overrides and locks the setting. */
  env?: string
  help: string
}

type Ungrouped = Omit<SettingSpec, 'group'>

/** Puts a block of settings into one group of the dashboard; keys stay literal. */
export function inGroup<Key extends string>(
  group: SettingGroup,
  block: Record<Key, Ungrouped>,
): Record<Key, SettingSpec> {
  const entries = Object.entries<Ungrouped>(block).map(([key, entry]) => [key, { ...entry, group }])
  // Object.fromEntries forgets the keys; they are those of `block`, one for one.
  return Object.fromEntries(entries) as Record<Key, SettingSpec>
}

export function text(fallback: string, help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'text', default: fallback, visibility, help }
}

export function longText(fallback: string, help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'longtext', default: fallback, visibility, help }
}

export function html(fallback: string, help: string): Ungrouped {
  return { type: 'html', default: fallback, visibility: 'public', help }
}

export function bool(fallback: 'true' | 'false', help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'bool', default: fallback, visibility, help }
}

export function number(fallback: string, help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'number', default: fallback, visibility, help }
}

export function colour(fallback: string, help: string): Ungrouped {
  return { type: 'colour', default: fallback, visibility: 'public', help }
}

export function url(fallback: string, help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'url', default: fallback, visibility, help }
}

/** The same setting, which takes only the name of such a thing. */
export function naming(names: NonNullable<SettingSpec['names']>, setting: Ungrouped): Ungrouped {
  return { ...setting, names }
}

/** Values separated by commas. */
export function list(fallback: string, help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'list', default: fallback, visibility, help }
}

export function choice<Choice extends string>(
  choices: readonly Choice[],
  fallback: NoInfer<Choice> | '',
  help: string,
  visibility: SettingVisibility = 'public',
): Ungrouped {
  return { type: 'choice', choices, default: fallback, visibility, help }
}

/** A provider's key that browsers may know; empty until the operator has an account there. */
export function publicKey(env: string, help: string): Ungrouped {
  return { type: 'text', default: '', visibility: 'public', env, help }
}

/** A provider's key or account detail that only the server uses and the dashboard may show. */
export function privateKey(env: string, help: string): Ungrouped {
  return { type: 'text', default: '', visibility: 'private', env, help }
}

/** A secret of several lines, such as the file of a key. */
export function longSecret(env: string, help: string): Ungrouped {
  return { type: 'longtext', default: '', visibility: 'secret', env, help }
}

/** A provider's secret: never sent anywhere, written from the dashboard or the environment. */
export function secret(env: string, help: string): Ungrouped {
  return { type: 'text', default: '', visibility: 'secret', env, help }
}
