import { type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import {
  bigint,
  type Creator,
  integer,
  of,
  orNull,
  primary,
  smallCounter,
  text,
  unique,
} from '#platform/server/db/create-table.ts'

/** A picture of a raffle, from its upload on. What visitors see of all of them is in the raffle's own row. */
export interface RaffleImagesTable {
  id: Generated<number>
  rifa_id: number
  /** Of the form that sent it. */
  clave: string
  orden: number
  alt: string
  /** Id of the file that was sent; empty when it was not kept. */
  original: string
  ancho: number
  alto: number
  /** JSON of Crop, or empty where there is no original to cut. */
  recorte: string
  /** JSON of RaffleImage: what visitors see of it, null where an earlier version never finished it. */
  imagen: string | null
  creada_en: Instant
}

/** Files that nothing names any more, or nothing names yet, and since when. */
export interface ImageLeftoversTable {
  id: string
  clase: 'imagen' | 'original'
  /** JSON of the widths that an image was written in. */
  anchos: string
  desde: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    raffle_images: RaffleImagesTable
    image_leftovers: ImageLeftoversTable
  }
}

export async function createImages({ table, index, run }: Creator): Promise<void> {
  await table('raffle_images', {
    id: smallCounter,
    rifa_id: of(integer, 'raffles.id'),
    clave: unique(text),
    orden: integer,
    alt: text,
    // How far a worker was with it, until 2026-11-27-93-pictures.
    ...{ estado: text, hechas: integer, pasos: integer, problema: text },
    original: text,
    ancho: integer,
    alto: integer,
    recorte: text,
    imagen: orNull(text),
    ...{ en_curso: text, intentos: integer, arrendada_hasta: bigint },
    creada_en: bigint,
  })
  await index('raffle_images_of_raffle', 'raffle_images', ['rifa_id', 'orden'])
  await run(sql`create index "raffle_images_to_prepare" on "raffle_images" ("estado", "id")`)
  await table('image_leftovers', { id: primary(text), clase: text, anchos: text, desde: bigint })
}

/** Pictures are drawn in the request: nobody claims them, and none waits. */
export async function dropWork({ run }: Creator): Promise<void> {
  await run(sql`drop index raffle_images_to_prepare`)
  for (const column of ['estado', 'hechas', 'pasos', 'problema', 'en_curso', 'intentos', 'arrendada_hasta'])
    await run(sql`alter table raffle_images drop column ${sql.ref(column)}`)
}
