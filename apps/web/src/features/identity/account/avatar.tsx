import { avatarOf } from '@nukkad/rules/constants.ts'

/** One of the ten faces on its light disc; it holds still where motion is not wanted (G-16). */
export function AvatarPicture({ avatar, size }: { avatar: string | null; size: number }) {
  const stem = `/assets/img/various/avatars/${avatarOf(avatar)}`
  return (
    <picture className="contents">
      <source srcSet={`${stem}.webp`} media="(prefers-reduced-motion: reduce)" />
      <img src={`${stem}.gif`} alt="" width={size} height={size} className="size-full rounded-full object-cover" />
    </picture>
  )
}
