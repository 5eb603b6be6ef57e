import {
  check,
  creatingTables,
  day,
  id,
  instant,
  integer,
  onlyOneOf,
  orNull,
  primary,
  rate,
  table,
  text,
} from '#platform/server/db/table.ts'

/** Every rate that was believed, never changed: of two for one day, the later row counts. */
export const rates = table(
  'rates',
  {
    id: id('small'),
    referencia: onlyOneOf(['bcv_euro', 'bcv_dolar']),
    tasa: rate(),
    fecha_valor: day(),
    /** Host that it came from, or `operador`. */
    fuente: text(),
    obtenida_en: instant(),
  },
  {
    indexes: {
      rates_day: ['referencia', 'fecha_valor', 'id'],
    },
  },
)

/** The operator's choice, one row. */
export const rateSettings = table('rate_settings', {
  id: primary(check(integer(), (it) => `${it} = 1`)),
  referencia: onlyOneOf(['bcv_euro', 'bcv_dolar', 'fija']),
  fija: orNull(rate()),
  fija_en: orNull(instant()),
  /** Why the last reading was refused, for the panel; empty when it was believed. */
  aviso: text(),
  aviso_en: orNull(instant()),
})

const tables = [rates, rateSettings] as const
export const ratesSchema = [
  creatingTables('2026-11-28-07-rates', tables, async (db) => {
    await db.insertInto('rate_settings').values({ id: 1, referencia: 'bcv_euro', aviso: '' }).execute()
  }),
]
