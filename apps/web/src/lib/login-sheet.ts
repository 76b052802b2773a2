import { create } from 'zustand'

/** The text of the sheet that names the action after the login. */
export type LoginAsked =
  | { kind: 'order'; store: string; amount: string }
  | { kind: 'coupon' }
  | { kind: 'favourite'; store: string }
  | { kind: 'visit'; store: string }

/** The login that a screen asks for, shown as a sheet over it (`LoginSheet`). */
export const useLoginSheet = create<{ asked: LoginAsked | null }>(() => ({ asked: null }))

export function openLogin(asked: LoginAsked): void {
  useLoginSheet.setState({ asked })
}

export function closeLogin(): void {
  useLoginSheet.setState({ asked: null })
}
