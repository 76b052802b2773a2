import { classNames } from '../class-names.ts'
import { groundFor } from '../picture-sources.ts'
import { Picture } from './picture.tsx'

type CategoryTile = { id: number; name: string; image: string | null; href: string; isSelected?: boolean }

/**
 * Renders category tiles with pictures, or only names if the window is too low for both pictures and stores. The
 * setting restaurantCategorySliderStyle gives the tiles' corner radius in rem (C-47).
 */
export function CategoryRail({ label, tiles, onSelect }: CategoryRailProps) {
  return (
    <nav aria-label={label} className="rail gap-3">
      {tiles.map((tile) => (
        <a
          key={tile.id}
          href={tile.href}
          aria-current={tile.isSelected ? 'true' : undefined}
          onClick={() => onSelect?.(tile)}
          className="reach w-[4.25rem] text-center text-micro"
        >
          <span
            className={classNames(
              'mx-auto mb-1.5 grid size-(--art) place-items-center overflow-hidden rounded-tile squat:hidden',
              groundFor(tile.id),
              tile.isSelected && 'outline-2 outline-fill',
            )}
          >
            {tile.image ? (
              <Picture
                path={tile.image}
                alt=""
                width={68}
                height={68}
                sizes="68px"
                className="size-(--art) object-contain"
                isWhenNear
              />
            ) : (
              <span className="title text-title" aria-hidden="true">
                {tile.name.slice(0, 1)}
              </span>
            )}
          </span>
          <span className="line-clamp-2">{tile.name}</span>
        </a>
      ))}
    </nav>
  )
}

type CategoryRailProps = { label: string; tiles: CategoryTile[]; onSelect?: (tile: CategoryTile) => void }
