import './tile-map.css'

export { TileMap as default } from '@nukkad/ui/components/tile-map.tsx'
