import { z } from 'zod'
import { SETTINGS } from '#platform/settings.ts'
import { change } from './setting-contract.ts'

/** State of the copies of everything, for an owner. */
export const lastCopy = z.object({
  /** ISO instant; null when there is none. */
  hecho_en: z.string().nullable(),
  /** Size for a restore. */
  bytes: z.number(),
  lugar: z.string(),
  /** Copies now go to a place that is lost together with the shop, wherever the last one is. */
  aqui: z.boolean(),
  /** Older than two days, or none at all in a shop that is older. */
  viejo: z.boolean(),
  /** Missing parts of the last one, a sentence; null when it is whole. */
  falta: z.string().nullable(),
  /** One is being made now, on whichever machine. */
  haciendo: z.boolean(),
  /** Why one that was tried since was not made. */
  fallo: z.string().nullable(),
})
export type LastCopy = z.infer<typeof lastCopy>

const { schema } = SETTINGS.respaldos

/** Place of copies. Without `frase` or `s3_secreto` the stored one stays; an empty `frase` seals nothing from now on. */
export const placeSave = z.strictObject({
  ...change,
  valor: schema.extend({ frase: schema.shape.frase.optional(), s3_secreto: schema.shape.s3_secreto.optional() }),
})
export type PlaceSave = z.infer<typeof placeSave>
