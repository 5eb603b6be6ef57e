import {
  bigint,
  creatingTables,
  id,
  instant,
  integer,
  of,
  oneOf,
  onlyOneOf,
  orNull,
  primary,
  table,
  text,
  unique,
} from '#platform/server/db/table.ts'
import { raffles } from '#raffles/server/schema.ts'

/** Letters to the buyers of a raffle, as they were when they were started. */
export const letters = table(
  'letters',
  {
    id: id('small'),
    /** Made by the form that started it: sending that twice starts one. */
    clave: unique(text()),
    rifa_id: of(raffles),
    /** Of the raffle, the words, the recipients and the day: the same letter starts once a day, for any sender. */
    huella: text(),
    trata: onlyOneOf(['compra', 'novedad']),
    a_quienes: onlyOneOf(['confirmados', 'todos']),
    /** JSON of MailWords, with its braces. */
    textos: text(),
    /** JSON of Frozen: the names of site and raffle at that time. */
    marca: text(),
    /** The mail account's daily limit, as its owner last entered it. */
    al_dia: integer(),
    /** The last day in Caracas on which it leaves; empty where it always helps. */
    hasta: text(),
    estado: onlyOneOf(['saliendo', 'detenida', 'terminada']),
    /** Why it stopped by itself; empty otherwise. */
    motivo: text(),
    /** People to write to, counted when it was started. */
    personas: integer(),
    /** The newest purchase at that time: later buyers get no letter. */
    hasta_compra: bigint(),
    /** The last purchase that was looked at. */
    compra_id: bigint(),
    /** When a server last looked after it. */
    latido: instant(),
    creada_en: instant(),
    creada_por: text(),
    creada_por_id: orNull(integer()),
    terminada_en: orNull(instant()),
  },
  {
    indexes: {
      letters_once: { on: ['rifa_id', 'huella'], unique: true },
      letters_leaving: { on: ['id'], where: `estado = 'saliendo'` },
    },
  },
)

/** People reached by a letter, once each. */
export const letterPeople = table(
  'letter_people',
  {
    carta_id: of(letters),
    /** An address, as addresses are compared. */
    persona: text(),
    /** The person's name in their opt-out link: it is made of the address, and reveals nothing of it. */
    ficha: text(),
    /** `mudada`: a copy written to another address goes to this one, which its buyer corrected. */
    estado: oneOf(['escrita', 'no_existe', 'de_baja', 'mudada']),
  },
  {
    primaryKey: { letter_people_once: ['carta_id', 'persona'] },
    indexes: {
      letter_people_ficha: ['ficha'],
    },
  },
)

/** People who asked for no more news. */
export const letterOptouts = table('letter_optouts', {
  persona: primary(text()),
  /** The letter that prompted it. */
  carta_id: integer(),
  en: instant(),
})

const tables = [letters, letterPeople, letterOptouts] as const
export const lettersSchema = [creatingTables('2026-11-28-16-letters', tables)]
