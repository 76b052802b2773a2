import { Link } from '@tanstack/react-router'
import { areas } from '#areas/areas.ts'
import { may, useMember } from '#lib/session.ts'
import { PageHead } from '#parts/page-head.tsx'

export default function HomeRoute() {
  const member = useMember()
  return (
    <>
      <PageHead title={`Hello, ${member.name.split(' ')[0]}`} />
      <ul className="grid gap-3 wide:grid-cols-3">
        {areas
          .flatMap(({ pages }) => pages)
          .filter((page) => page.path !== '/' && !page.isInner && may(member, page))
          .map(({ path, title, icon: Icon }) => (
            <li key={path}>
              <Link to={path} className="card flex min-h-16 items-center gap-3 px-4 text-label hover:bg-tint">
                <Icon aria-hidden="true" className="size-5" />
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}
