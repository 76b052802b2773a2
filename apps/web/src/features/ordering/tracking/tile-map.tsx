import './tile-map.css'

export { TileMap as default } from '@nukkad/ui/parts/tile-map.tsx'
