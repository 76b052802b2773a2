/**
 * The type of a setting, which decides how the server checks its value and how the dashboard edits it. Values of every
 * type are sent and stored as strings.
 */
export type SettingType = 'text' | 'longtext' | 'html' | 'bool' | 'number' | 'colour' | 'url' | 'list' | 'choice'

/**
 * Who may see a setting: `public` is sent to every browser, `private` stays on the server and the dashboard, and
 * `secret` can only be written, never read, on the dashboard.
 */
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

/**
 * The declaration of a setting: its type, its value in a new installation, who may see it, and its group on the
 * dashboard.
 */
export type SettingSpec = {
  type: SettingType
  default: string
  visibility: SettingVisibility
  group: SettingGroup
  choices?: readonly string[]
  /**
   * The kind of name that a text or list must contain because it becomes part of a URL or path, such as the name of a
   * file or a host.
   */
  names?: 'file' | 'picture' | 'mailbox' | 'id' | 'hosts'
  /** The minimum and maximum of a number setting. */
  range?: readonly [least: number, most: number]
  /**
   * True for an unread setting, on which only other apps act. `compatibility.ts` and the files of the payment providers
   * declare unread settings.
   */
  unread?: true
  /** The environment variable that overrides the setting and locks it on the dashboard. */
  env?: string
  help: string
}

/** A setting before it is assigned to a group. */
export type Ungrouped = Omit<SettingSpec, 'group'>

/** Assigns settings to a group of the dashboard and keeps their keys as literal types. */
export function inGroup<Key extends string>(
  group: SettingGroup,
  block: Record<Key, Ungrouped>,
): Record<Key, SettingSpec> {
  const entries = Object.entries<Ungrouped>(block).map(([key, entry]) => [key, { ...entry, group }])
  // The cast is safe, because Object.fromEntries only loses the types of the keys, which are exactly those of `block`.
  return Object.fromEntries(entries) as Record<Key, SettingSpec>
}

/** Marks an unread setting, on which only other apps act. */
export function forOtherApps(setting: Ungrouped): Ungrouped {
  return { ...setting, unread: true }
}

/** Assigns unread settings, on which only other apps act, to a group of the dashboard. */
export function inGroupForOtherApps<Key extends string>(
  group: SettingGroup,
  block: Record<Key, Ungrouped>,
): Record<Key, SettingSpec> {
  const entries = Object.entries<Ungrouped>(block).map(([key, entry]) => [key, forOtherApps(entry)])
  // The cast is safe, because the keys are exactly those of `block`.
  return inGroup(group, Object.fromEntries(entries) as Record<Key, Ungrouped>)
}

/**
 * Declares a setting of one line. `help` is the text that tells the operator on the dashboard what the setting does.
 */
export function text(fallback: string, help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'text', default: fallback, visibility, help }
}

/** Declares a setting of several lines. */
export function longText(fallback: string, help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'longtext', default: fallback, visibility, help }
}

/** Declares a setting with formatted text, which the server cleans before it stores it. */
export function html(fallback: string, help: string): Ungrouped {
  return { type: 'html', default: fallback, visibility: 'public', help }
}

/** Declares a setting that is on or off; its value on the wire is the string `true` or `false`. */
export function bool(fallback: 'true' | 'false', help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'bool', default: fallback, visibility, help }
}

/** Declares a setting with a decimal number, which is stored and sent as a string. */
export function number(fallback: string, help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'number', default: fallback, visibility, help }
}

/** Declares a setting with a colour. */
export function colour(fallback: string, help: string): Ungrouped {
  return { type: 'colour', default: fallback, visibility: 'public', help }
}

/** Declares a setting with a URL; empty means none. */
export function url(fallback: string, help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'url', default: fallback, visibility, help }
}

/** Restricts a setting to names of one kind, such as file names. */
export function naming(names: NonNullable<SettingSpec['names']>, setting: Ungrouped): Ungrouped {
  return { ...setting, names }
}

/** Limits a number setting to a range; both ends are included. */
export function within(range: NonNullable<SettingSpec['range']>, setting: Ungrouped): Ungrouped {
  return { ...setting, range }
}

/** Declares a list of values separated by commas. */
export function list(fallback: string, help: string, visibility: SettingVisibility = 'public'): Ungrouped {
  return { type: 'list', default: fallback, visibility, help }
}

/** Declares a setting with a few allowed values. An empty default means that the operator has not chosen a value. */
export function choice<Choice extends string>(
  choices: readonly Choice[],
  fallback: NoInfer<Choice> | '',
  help: string,
  visibility: SettingVisibility = 'public',
): Ungrouped {
  return { type: 'choice', choices, default: fallback, visibility, help }
}

/** Declares a provider's key that browsers may see. The key is empty until the operator sets it. */
export function publicKey(env: string, help: string): Ungrouped {
  return { type: 'text', default: '', visibility: 'public', env, help }
}

/** Declares a provider's key or account detail that only the server and the dashboard see. */
export function privateKey(env: string, help: string): Ungrouped {
  return { type: 'text', default: '', visibility: 'private', env, help }
}

/** Declares a secret of several lines, such as a key file. */
export function longSecret(env: string, help: string): Ungrouped {
  return { type: 'longtext', default: '', visibility: 'secret', env, help }
}

/**
 * Declares a provider's secret. The secret is set on the dashboard or in the environment and never sent to a browser.
 */
export function secret(env: string, help: string): Ungrouped {
  return { type: 'text', default: '', visibility: 'secret', env, help }
}
