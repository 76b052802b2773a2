import { useState } from 'react'

/** Like `useState`, for a switch that the URL holds as `?name=1`, so that Back, a reload and a shared link keep it. */
export function useAddressSwitch(name: string): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => new URLSearchParams(location.search).get(name) === '1')
  const change = (next: boolean) => {
    const address = new URL(location.href)
    if (next) address.searchParams.set(name, '1')
    else address.searchParams.delete(name)
    history.replaceState(history.state, '', address)
    setOn(next)
  }
  return [isOn, change]
}
