import { type ColumnDefinitionBuilder, type Generated, type Kysely, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Dialect } from '#platform/server/db/database.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { ImageState } from '../image-contract.ts'

/** A picture of a raffle, from its upload on. What visitors see of all of them is in the raffle's own row. */
export interface RaffleImagesTable {
  id: Generated<number>
  rifa_id: number
  /** Of the form that sent it. */
  clave: string
  orden: number
  alt: string
  estado: ImageState
  hechas: number
  pasos: number
  problema: string
  /** Id of the file that was sent; empty when it was not kept. */
  original: string
  ancho: number
  alto: number
  /** JSON of Crop, or empty where there is no original to cut. */
  recorte: string
  /** JSON of RaffleImage: what visitors see of it, null until the first time. */
  imagen: string | null
  /** Id of the image that is being written, or empty. */
  en_curso: string
  intentos: number
  arrendada_hasta: Instant
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

export const imageSteps: SchemaStep[] = [
  {
    name: '0070-raffle-images',
    async up(schema, dialect) {
      await createTables(schema, dialect)
      await schema.schema
        .alterTable('raffles')
        .addColumn('galeria', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute()
      await adoptImages(schema)
    },
  },
]

async function createTables({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const required = (column: ColumnDefinitionBuilder) => column.notNull()
  const end = sql.raw(dialect.tableSuffix)
  await schema
    .createTable('raffle_images')
    .addColumn('id', 'integer', dialect.counter)
    .addColumn('rifa_id', 'integer', (column) => column.notNull().references('raffles.id'))
    .addColumn('clave', 'text', (column) => column.notNull().unique())
    .addColumn('orden', 'integer', required)
    .addColumn('alt', 'text', required)
    .addColumn('estado', 'text', required)
    .addColumn('hechas', 'integer', required)
    .addColumn('pasos', 'integer', required)
    .addColumn('problema', 'text', required)
    .addColumn('original', 'text', required)
    .addColumn('ancho', 'integer', required)
    .addColumn('alto', 'integer', required)
    .addColumn('recorte', 'text', required)
    .addColumn('imagen', 'text')
    .addColumn('en_curso', 'text', required)
    .addColumn('intentos', 'integer', required)
    .addColumn('arrendada_hasta', dialect.bigint, required)
    .addColumn('creada_en', dialect.bigint, required)
    .modifyEnd(end)
    .execute()
  await schema.createIndex('raffle_images_of_raffle').on('raffle_images').columns(['rifa_id', 'orden']).execute()
  await schema.createIndex('raffle_images_to_prepare').on('raffle_images').columns(['estado', 'id']).execute()
  await schema
    .createTable('image_leftovers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('clase', 'text', required)
    .addColumn('anchos', 'text', required)
    .addColumn('desde', dialect.bigint, required)
    .modifyEnd(end)
    .execute()
}

/** Raffles of before have one picture, whose original was not kept. */
async function adoptImages(db: Kysely<Tables>): Promise<void> {
  const raffles = await db.selectFrom('raffles').select(['id', 'imagen', 'creada_en']).orderBy('id').execute()
  for (const { id, imagen, creada_en } of raffles) {
    if (imagen === null) continue
    const { alt, ancho, alto } = JSON.parse(imagen) as { alt: string; ancho: number; alto: number }
    await db
      .insertInto('raffle_images')
      .values({
        rifa_id: id,
        clave: `rifa:${id}:primera`,
        orden: 0,
        alt,
        estado: 'lista',
        hechas: 1,
        pasos: 1,
        problema: '',
        original: '',
        ancho,
        alto,
        recorte: '',
        imagen,
        en_curso: '',
        intentos: 0,
        arrendada_hasta: 0 as Instant,
        creada_en,
      })
      .execute()
  }
}
