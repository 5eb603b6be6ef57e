import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { RaffleImage } from '#raffles/contract.ts'
import type { ImageFormat } from '#raffles/image-set.ts'
import { filesOfImage, imageFileId, largestOf } from '#raffles/server/images/image-files.ts'

/** `raffles.imagen` */
type Column = { [Table in keyof Tables & string]: `${Table}.${keyof Tables[Table] & string}` }[keyof Tables & string]

/** Reads ids of files of pictures. */
type Reader = (read: Sql) => Promise<string[]>

const picturesOf =
  (table: 'raffle_images' | 'draw_pictures' | 'draw_images'): Reader =>
  async (read) => {
    const rows = await read.selectFrom(table).select('imagen').where('imagen', 'is not', null).execute()
    return rows.flatMap(({ imagen }) => filesOfImage(JSON.parse(imagen ?? '') as Pick<RaffleImage, 'id' | 'anchos'>))
  }

/**
 * Every column that names a file of a picture. Every copy has the whole folder of the pictures anyway; a file named here is missed if it is
 * not there, and taken from an earlier copy.
 */
export const NAMED_FILES = {
  'raffle_images.imagen': picturesOf('raffle_images'),
  'draw_pictures.imagen': picturesOf('draw_pictures'),
  'draw_images.imagen': picturesOf('draw_images'),
  'site_settings.valor': async (read) => {
    const rows = await read.selectFrom('site_settings').select('valor').where('clave', '=', 'logo').execute()
    return rows.flatMap(({ valor }) => {
      const [, id, width, format] = /\/imagenes\/([\w-]+)\/(\d+)\.(\w+)/.exec(valor) ?? []
      return id === undefined ? [] : [imageFileId(id, Number(width), format as ImageFormat)]
    })
  },
} satisfies Partial<Record<Column, Reader>>

/** Ids of the files of pictures that the database names. */
export async function listPictureFiles(read: Sql): Promise<string[]> {
  const ids: string[] = []
  for (const one of Object.values<Reader>(NAMED_FILES)) ids.push(...(await one(read)))
  return [...new Set(ids)].sort()
}

/** Of those, the files that the rules of draws and their permits name by their hash: the largest JPEG of each. */
export async function listHashedPictures(read: Sql): Promise<string[]> {
  const rows = await read.selectFrom('draw_images').select('imagen').execute()
  return rows.map(({ imagen }) => largestOf(JSON.parse(imagen) as RaffleImage))
}
