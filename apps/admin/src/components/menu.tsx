import { Menu as BaseMenu } from '@base-ui/react/menu'
import { classNames } from '@nukkad/ui/class-names.ts'
import { type ReactNode, useRef } from 'react'
import { type PopupButtonProps, popupButton } from './popup-button.tsx'
import { popupLook, portal, positioner } from './top-layer.ts'

type MenuProps = PopupButtonProps & {
  /** A heading above the actions of the menu. */
  title?: string
  children: ReactNode
}

/** A button that opens a list of actions or links. For anything else that opens from a button, use `Popup`. */
export function Menu({ title, children, ...button }: MenuProps) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger {...popupButton(button)} />
      <div ref={place} className="contents" />
      <BaseMenu.Portal container={place} {...portal}>
        <BaseMenu.Positioner {...positioner}>
          <BaseMenu.Popup className={popupLook}>
            <BaseMenu.Group className="grid w-64 gap-1">
              {title ? <BaseMenu.GroupLabel className="mb-1 text-label">{title}</BaseMenu.GroupLabel> : null}
              {children}
            </BaseMenu.Group>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

const row = 'flex min-h-11 cursor-pointer items-center rounded-control px-3 outline-none'

type MenuItemProps = {
  onPress: () => void
  isDisabled?: boolean
  /** Whether the action removes something, which its colour shows. */
  isDanger?: boolean
  children: ReactNode
}

export function MenuItem({ onPress, isDisabled = false, isDanger = false, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      disabled={isDisabled}
      onClick={onPress}
      className={classNames(row, isDanger ? 'data-highlighted:bg-error-tint' : 'data-highlighted:bg-tint')}
    >
      {children}
    </BaseMenu.Item>
  )
}

/** A link in a menu, which opens in another tab. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <BaseMenu.LinkItem
      href={href}
      target="_blank"
      rel="noopener"
      closeOnClick
      className={classNames(row, 'data-highlighted:bg-tint')}
    >
      {children}
    </BaseMenu.LinkItem>
  )
}
