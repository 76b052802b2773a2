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

/** Opens an address of the dashboard as `main.tsx` does, and waits for the page's heading. */
export async function openPage(path: string, as: Member = administrator): Promise<void> {
  signIn(as)
  openApp(path)
  await screen.findByRole('heading', { level: 1 })
}

/** Answers every call as to this person, whose session lasts half a day. */
export function signIn(as: Member, sessionMs = 12 * 60 * 60_000): void {
  setCaller(as)
  const session_ends_at = new Date(Date.now() + sessionMs).toISOString()
  answer('dashboard/me', { ...recorded('dashboard/me'), data: as, acting: null, session_ends_at })
}

// Only the router of the current test may listen to the history.
appRouter.history.destroy()
let router = appRouter

/** Opens an address without waiting for the page. */
export function openApp(path: string): void {
  history.replaceState(null, '', `/dashboard${path}`)
  // The app's own routes and options; a router keeps the page that it showed, so each test has one of its own.
  router = createRouter({ ...appRouter.options, history: createBrowserHistory() })
  onTestFinished(() => router.history.destroy())
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/** The address that is open, below `/dashboard`. */
export function address(): string {
  return `${router.state.location.pathname}${router.state.location.searchStr}`
}

/** The part of the screen next to the side bar. */
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

/** Presses a button as soon as it is there. */
export async function press(place: Within, name: string | RegExp): Promise<void> {
  await person.click(await place.findByRole('button', { name }))
}

/** Takes an option of a search as soon as it is found. */
export async function take(place: Within, name: string | RegExp): Promise<void> {
  await person.click(await place.findByRole('option', { name }))
}

/** Returns the help or the error that a control is described by. */
export function noteAt(place: Within, label: string | RegExp): string {
  const field: HTMLElement = place.getByLabelText(label)
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

/** Returns the value of a field. */
export function textIn(place: Within, label: string | RegExp): string {
  return (place.getByLabelText(label) as HTMLInputElement).value
}
