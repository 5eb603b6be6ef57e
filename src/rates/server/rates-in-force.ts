import type { Deed } from '#journal/deeds.ts'
import { addDays, type CalendarDate, type Instant, MINUTE, startOfDay } from '#platform/clock.ts'
import type { Rate } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { DAYS_AHEAD, readSettings } from './store.ts'

const CLOCKS_DIFFER = 15 * MINUTE
/** Days for which a rate may have been in force: holidays, and days that somebody forgot. */
const OLDEST = 60

const CHOSEN: readonly Deed[] = ['tasa fijada', 'referencia de la tasa cambiada']
type Choice = Pick<Tables['rate_settings'], 'referencia' | 'fija'>

/**
 * The rates really in force on the days since then: the choices of that time, from the journal, and the rates published and known by then.
 * A rate that was stored later was never shown to anybody on that day.
 * @returns those at an instant, as far as clocks agree; without one, at some moment of the day.
 */
export async function readRatesInForce(sql: Sql, since: CalendarDate) {
  const [settings, published, changes] = await Promise.all([
    readSettings(sql),
    sql.selectFrom('rates').selectAll().where('fecha_valor', '>=', addDays(since, -OLDEST)).orderBy('id').execute(),
    sql
      .selectFrom('journal')
      .select(['en', 'datos'])
      .where('accion', 'in', CHOSEN)
      .where('en', '>=', startOfDay(since))
      .orderBy('id')
      .execute(),
  ])
  const choices = changes.map(({ en, datos }) => ({ en, ...(JSON.parse(datos) as { antes: Choice; ahora: Choice }) }))
  return (day: CalendarDate, at: Instant | null): readonly Rate[] => {
    const start = at === null ? startOfDay(day) : at - CLOCKS_DIFFER
    const end = at === null ? startOfDay(addDays(day, 1)) : at + CLOCKS_DIFFER
    const next = choices.find(({ en }) => en >= start)
    const later = choices.filter(({ en }) => en >= start && en < end).map(({ ahora }) => ahora)
    return [next?.antes ?? settings, ...later].flatMap(({ referencia, fija }) => {
      if (referencia === 'fija') return fija ?? []
      const told = published.filter((one) => one.referencia === referencia && one.obtenida_en < end)
      const due = told.filter(({ fecha_valor }) => fecha_valor <= day)
      // The first of all is in use before its day (findRateInUse).
      const known = due.length > 0 ? due : told.filter(({ fecha_valor }) => fecha_valor <= addDays(day, DAYS_AHEAD))
      const came = known.filter((one, at) =>
        known.slice(0, at).every(({ fecha_valor }) => fecha_valor <= one.fecha_valor),
      )
      // Each was in force until the next one came.
      return came.filter((_, at) => (came[at + 1]?.obtenida_en ?? end) >= start).map(({ tasa }) => tasa)
    })
  }
}
