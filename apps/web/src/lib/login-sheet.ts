import { create } from 'zustand'

/** The action for which a screen asks a guest to log in, which the text of the login sheet names. */
export type LoginAsked =
  | { kind: 'order'; store: string; amount: string }
  | { kind: 'coupon' }
  | { kind: 'favourite'; store: string }
  | { kind: 'visit'; store: string }

/** The login for which a screen has asked; the component `LoginSheet` shows it as a sheet over the screen. */
export const useLoginSheet = create<{ asked: LoginAsked | null }>(() => ({ asked: null }))

export function openLogin(asked: LoginAsked): void {
  useLoginSheet.setState({ asked })
}

export function closeLogin(): void {
  useLoginSheet.setState({ asked: null })
}
