import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { RaffleImage } from '#raffles/contract.ts'
import type { ImageFormat } from '#raffles/image-set.ts'
import { filesOfImage, imageFileId, largestOf, wholeFileId } from '#raffles/server/images/image-files.ts'

/** `raffles.imagen` */
type Column = { [Table in keyof Tables & string]: `${Table}.${keyof Tables[Table] & string}` }[keyof Tables & string]

/** Reads ids of files of pictures. */
type Reader = (read: Sql) => Promise<string[]>

/** What says the same as another column, or what no copy needs, and why. */
type Elsewhere = `${'in' | 'no'}: ${string}`

const ofPicture = (imagen: string | null) =>
  imagen === null ? [] : filesOfImage(JSON.parse(imagen) as Pick<RaffleImage, 'id' | 'anchos'>)

const PROOF = 'in: proofs.id'

/**
 * Every column that names a file of the shop. What the folder of the pictures holds is in every copy all the same; what is said here is
 * missed when it is not there, and taken from an earlier copy.
 */
export const NAMED_FILES = {
  'proofs.id': PROOF,
  'purchases.comprobante': PROOF,
  'proof_marks.comprobante': PROOF,
  'similar_proofs.comprobante': PROOF,
  'undrawable_proofs.comprobante': PROOF,

  'raffle_images.imagen': async (read) => {
    const rows = await read.selectFrom('raffle_images').select('imagen').execute()
    return rows.flatMap(({ imagen }) => ofPicture(imagen))
  },
  // Shown whole to who cuts it anew, once it was drawn.
  'raffle_images.original': async (read) => {
    const rows = await read
      .selectFrom('raffle_images')
      .select(['original', 'imagen'])
      .where('original', '!=', '')
      .execute()
    return rows.flatMap(({ original, imagen }) => [original, ...(imagen === null ? [] : [wholeFileId(original)])])
  },
  'raffles.imagen': 'in: raffle_images.imagen',
  'raffles.galeria': 'in: raffle_images.imagen',
  'image_leftovers.id': 'no: nothing names them any more',

  'draw_pictures.imagen': async (read) => {
    const rows = await read.selectFrom('draw_pictures').select('imagen').execute()
    return rows.flatMap(({ imagen }) => ofPicture(imagen))
  },
  'draw_proposals.imagen_id': 'in: draw_pictures.imagen',
  'draw_winners.fotos': 'in: draw_pictures.imagen',
  'draw_winners.mostrar_fotos': 'no: says whether they are shown',
  'draw_images.imagen': async (read) => {
    const rows = await read.selectFrom('draw_images').select('imagen').execute()
    return rows.flatMap(({ imagen }) => ofPicture(imagen))
  },
  'draw_images.sha256': 'in: draw_images.imagen',
  'draw_rules.texto': 'in: draw_images.imagen',
  'draw_papers.permiso_imagen': 'in: draw_images.imagen',

  'site_settings.valor': async (read) => {
    const rows = await read.selectFrom('site_settings').select('valor').where('clave', '=', 'logo').execute()
    return rows.flatMap(({ valor }) => {
      const [, id, width, format] = /\/imagenes\/([\w-]+)\/(\d+)\.(\w+)/.exec(valor) ?? []
      return id === undefined ? [] : [imageFileId(id, Number(width), format as ImageFormat)]
    })
  },

  'statement_imports.archivo': 'no: what a statement was called, which is not kept',
  'installation.archivos': 'no: says whether files are in a bucket',
  'backups.archivos': 'no: how many files a copy has',
} satisfies Partial<Record<Column, Reader | Elsewhere>>

/** Ids of the files of pictures that the database names. */
export async function listPictureFiles(read: Sql): Promise<string[]> {
  const readers = Object.values<Reader | Elsewhere>(NAMED_FILES).filter((one) => typeof one === 'function')
  const ids: string[] = []
  for (const one of readers) ids.push(...(await one(read)))
  return [...new Set(ids)].sort()
}

/** Of those, what the rules of draws and their permits name by its hash: the largest JPEG of each. */
export async function listHashedPictures(read: Sql): Promise<string[]> {
  const rows = await read.selectFrom('draw_images').select('imagen').execute()
  return rows.map(({ imagen }) => largestOf(JSON.parse(imagen) as RaffleImage))
}
