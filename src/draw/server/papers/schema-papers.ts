import type { Instant } from '#platform/clock.ts'
import { bigint, creating, integer, of, orNull, primary, text } from '#platform/server/db/create-table.ts'

/** Who allowed a raffle, and where its draw is shown live: said to visitors, and deciding nothing. Empty text is not shown. */
export interface DrawPapersTable {
  rifa_id: number
  version: number
  permiso_numero: string
  permiso_emisor: string
  /** Days in Caracas between which it is valid. */
  permiso_desde: string
  permiso_hasta: string
  permiso_enlace: string
  /** Hash of its picture; null without one. */
  permiso_imagen: string | null
  en_vivo: string
}

/** A picture of a prize, or of a permit: what names it is its hash. */
export interface DrawImagesTable {
  rifa_id: number
  /** Of its largest JPEG. */
  sha256: string
  /** JSON of RaffleImage. */
  imagen: string
  subida_por: string
  subida_por_id: number
  /** Since when neither rule nor permit names it; null while one does. */
  sin_uso_desde: Instant | null
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    draw_papers: DrawPapersTable
    draw_images: DrawImagesTable
  }
}

export const papersSchema = [
  creating('2026-11-23-07-papers', async ({ table }) => {
    await table<'draw_papers', 'permiso_imagen'>('draw_papers', {
      rifa_id: of(primary(integer), 'raffles.id'),
      version: integer,
      permiso_numero: text,
      permiso_emisor: text,
      permiso_desde: text,
      permiso_hasta: text,
      permiso_enlace: text,
      en_vivo: text,
    })
  }),
  creating('2026-11-23-08-pictures', async ({ table, columns }) => {
    await table(
      'draw_images',
      {
        rifa_id: of(integer, 'raffles.id'),
        sha256: text,
        imagen: text,
        subida_por: text,
        subida_por_id: integer,
        sin_uso_desde: orNull(bigint),
      },
      (images) => images.addPrimaryKeyConstraint('draw_images_once', ['rifa_id', 'sha256']),
    )
    await columns('draw_papers', { permiso_imagen: orNull(text) })
  }),
]
