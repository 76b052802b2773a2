import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { queryClient } from '#lib/query.ts'
import type { Member } from '#lib/session.ts'
import { router as appRouter } from '../src/router.tsx'
import { administrator } from './people.ts'
import { recorded } from './recorded.ts'
import { answer, setCaller } from './server.ts'

/** The simulated person who types and clicks. */
export const person = userEvent.setup({ delay: null })

/** Opens a page of the dashboard as `main.tsx` does, and waits for its heading. */
export async function openPage(path: string, as: Member = administrator): Promise<void> {
  signIn(as)
  openApp(path)
  await screen.findByRole('heading', { level: 1 })
}

/** Signs this person in for all calls that follow. By default the session lasts half a day. */
export function signIn(as: Member, sessionMs = 12 * 60 * 60_000): void {
  setCaller(as)
  const session_ends_at = new Date(Date.now() + sessionMs).toISOString()
  answer('dashboard/me', { ...recorded('dashboard/me'), data: as, acting: null, session_ends_at })
}

// Only the router of the current test may listen to the history.
appRouter.history.destroy()
let router = appRouter

/** Opens a page without waiting for its heading. */
export function openApp(path: string): void {
  history.replaceState(null, '', `/dashboard${path}`)
  // The router has the app's own routes and options. A router remembers its page, so each test has a separate one.
  router = createRouter({ ...appRouter.options, history: createBrowserHistory() })
  onTestFinished(() => router.history.destroy())
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/** Returns the path and query of the open page, below `/dashboard`. */
export function address(): string {
  return `${router.state.location.pathname}${router.state.location.searchStr}`
}

/** Returns queries within the part of the screen next to the side bar. */
export function page() {
  return within(screen.getByRole('main'))
}

/** Finds the open dialog or panel with this name. */
export async function dialog(name: string | RegExp) {
  return within(await screen.findByRole('dialog', { name }))
}

type Within = Pick<ReturnType<typeof within>, 'getByLabelText' | 'getByRole' | 'findByRole'>

/** Replaces the text of a field, as by pasting over it. */
export async function write(place: Within, label: string | RegExp, text: string): Promise<void> {
  const field = place.getByLabelText(label)
  await person.clear(field)
  if (text) {
    await person.click(field)
    await person.paste(text)
  }
}

/** Presses a button as soon as it appears. */
export async function press(place: Within, name: string | RegExp): Promise<void> {
  await person.click(await place.findByRole('button', { name }))
}

/** Selects an option of a search as soon as it is listed. */
export async function take(place: Within, name: string | RegExp): Promise<void> {
  await person.click(await place.findByRole('option', { name }))
}

/** Returns the help text or the error of a control, which is its accessible description. */
export function noteAt(place: Within, label: string | RegExp): string {
  const field: HTMLElement = place.getByLabelText(label)
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

/** Returns the value of a field. */
export function textIn(place: Within, label: string | RegExp): string {
  return (place.getByLabelText(label) as HTMLInputElement).value
}

type Terms = { getAllByRole: (role: 'term') => HTMLElement[] }

/** Returns the facts that a part of the screen lists, in their order: each term with its description. */
export function factsOf(place: Terms): (string | null | undefined)[][] {
  return place.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
}
