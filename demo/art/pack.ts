import { packPictures } from './archive.ts'

packPictures()
