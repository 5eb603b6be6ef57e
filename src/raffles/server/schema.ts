import {
  check,
  creatingTables,
  id,
  instant,
  integer,
  money,
  of,
  oneOf,
  orNull,
  primary,
  type Row,
  rate,
  table,
  text,
  unique,
} from '#platform/server/db/table.ts'
import { currency, raffleState, selection } from '../contract.ts'

export const raffles = table(
  'raffles',
  {
    id: id('small'),
    titulo: text(),
    /** Sanitised HTML. */
    descripcion: text(),
    premio: text(),
    precio: money(),
    moneda: oneOf(currency),
    /** Day of the draw in Caracas, or empty. */
    fecha: text(),
    /** The raffle's own rate, or null for the one in force. */
    tasa_usd: orNull(rate()),
    total_numeros: check(integer(), (total) => `${total} > 0`),
    digitos: integer(),
    seleccion: oneOf(selection),
    registro_unico: integer(),
    gracia_segundos: integer(),
    minimo: integer(2),
    maximo: integer(100),
    /** Per cent of all tickets that may wait unpaid or unverified simultaneously. */
    tope_sin_verificar: orNull(integer()),
    /** Céntimos that a payment in bolívares gets at most, so that its amount is no other's; null for none. */
    centimos_unicos: orNull(integer()),
    /** 1 if near amounts count as exact. */
    acepta_cercanos: integer(0),
    estado: oneOf(raffleState),
    /** When its sale ended; null before, and for raffles from before this column. */
    cerrada_en: orNull(instant()),
    /** When it was put away; null while it is in the panel's list. */
    archivada_en: orNull(instant()),
    /** Of the editable fields: grows with every save. */
    version: integer(1),
    /** Made by the form that created it, so that sending it twice makes one raffle. */
    clave_creacion: orNull(text()),
    /** Of that form's content: the same key with other content makes none. Null for raffles from before this column. */
    huella_creacion: orNull(text()),
    /** JSON of RaffleImage, the main picture; it and `galeria` follow the rows of raffle_images. */
    imagen: orNull(text()),
    /** JSON of the other pictures, in their order. */
    galeria: text('[]'),
    numero_ganador: text(),
    ganador: text(),
    creada_en: instant(),
    /** SHA-256 of the text of its rule (draw/rule.ts); null while nothing but an operator ends it. */
    regla_sha256: orNull(text()),
    /** By its rule: hours after the close in which waiting payments may be decided. */
    revision_horas: orNull(integer()),
    /** By its rule: when its sale ends at the latest. */
    cierra_en: orNull(instant()),
    /** By its rule: with how many confirmed numbers its sale ends. */
    cierra_con: orNull(integer()),
    /** When its list was frozen: from then on its participants are final. */
    congelada_en: orNull(instant()),
    /** Since when it waits, after a copy was put back, for somebody to compare later payments; null otherwise. */
    restaurada_en: orNull(instant()),
    /** The raffle that it was copied from, or null. */
    copia_de: orNull(integer()),
  },
  {
    // A frozen raffle was closed by its rule, and is not opened again.
    checks: {
      raffles_check: `congelada_en is null or (regla_sha256 is not null and cerrada_en is not null and estado in ('cerrada', 'sorteada'))`,
    },
    indexes: { raffles_created_once: { on: ['clave_creacion'], unique: true } },
  },
)

/** A picture of a raffle, from its upload on. The public ones are in the raffle's own row. */
export const raffleImages = table(
  'raffle_images',
  {
    id: id('small'),
    rifa_id: of(raffles),
    /** Of the form that sent it. */
    clave: unique(text()),
    orden: integer(),
    alt: text(),
    /** JSON of RaffleImage: its public form. */
    imagen: text(),
    creada_en: instant(),
  },
  { indexes: { raffle_images_of_raffle: ['rifa_id', 'orden'] } },
)

/** Files that nothing names any more, or nothing names yet, and since when. */
export const imageLeftovers = table('image_leftovers', {
  id: primary(text()),
  /** JSON of the widths that an image was written in. */
  anchos: text(),
  desde: instant(),
})

export type Raffle = Row<typeof raffles>

const tables = [raffles, raffleImages, imageLeftovers] as const
export const rafflesSchema = [creatingTables('2026-11-28-09-raffles', tables)]
