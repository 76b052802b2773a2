import { avatarOf } from '@nukkad/rules/constants.ts'

/** Shows one of the ten avatars. The avatar does not move if the person prefers reduced motion (G-16). */
export function AvatarPicture({ avatar, size }: { avatar: string | null; size: number }) {
  const stem = `/assets/img/various/avatars/${avatarOf(avatar)}`
  return (
    <picture className="contents">
      <source srcSet={`${stem}.webp`} media="(prefers-reduced-motion: reduce)" />
      <img src={`${stem}.gif`} alt="" width={size} height={size} className="size-full rounded-full object-cover" />
    </picture>
  )
}
