import { noteInSite, type Telling } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { SiteChanges, SiteSettings } from '../contract.ts'
import { terms } from '../rules.ts'
import { storedSite } from './read-site.ts'

type SeenSettings = { [Name in keyof SiteSettings]?: SiteSettings[Name] | undefined }

/** The actor of a change, its time, and its further data. */
interface Change {
  actor: Telling
  en: Instant
  /** The values that the operator saw; left out on the command line, which takes them as they are. */
  seen?: SeenSettings
}

/**
 * Changes the given settings and no other, with old and new values in the journal. Other terms are a new version of them,
 * unless the operator names one: each purchase keeps the version that its buyer accepted.
 * @throws AppError 409 VERSION_VIEJA with `ajustes`, the names of those that somebody else changed meanwhile
 */
export async function changeSite(ctx: Ctx, asked: SiteChanges, actor: Telling, seen: SeenSettings = {}): Promise<void> {
  await ctx.db.write('sitio', (tx) => changeSiteWithin(tx, asked, { actor, en: ctx.clock.now(), seen }))
}

/** The same as a part of a larger change; forget the snapshots once it is committed. */
export async function changeSiteWithin(tx: Sql, asked: SiteChanges, { actor, en, seen = {} }: Change): Promise<void> {
  const wanted: Partial<SiteSettings> = Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(wanted).length === 0) return
  const before = await storedSite(tx)
  refuseStale(before, wanted, seen)
  const ahora: Partial<SiteSettings> = { ...nextVersion(before, wanted), ...wanted }
  const names = Object.keys(ahora) as (keyof SiteSettings)[]
  await tx
    .insertInto('site_settings')
    .values(names.map((clave) => ({ clave, valor: JSON.stringify(ahora[clave]) })))
    .onConflict((conflict) => conflict.column('clave').doUpdateSet((row) => ({ valor: row.ref('excluded.valor') })))
    .execute()
  const antes = Object.fromEntries(names.map((name) => [name, before[name]]))
  await noteInSite(tx, en, actor, 'ajustes del sitio cambiados', { antes, ahora }, { site_settings: names })
}

function refuseStale(now: SiteSettings, asked: Partial<SiteSettings>, seen: SeenSettings): void {
  const stale = Object.keys(asked).filter((name) => {
    const [was, is] = [seen[name as keyof SiteSettings], now[name as keyof SiteSettings]]
    return was !== undefined && JSON.stringify(was) !== JSON.stringify(is)
  })
  if (stale.length === 0) return
  throw refusal('VERSION_VIEJA', {
    error: 'Otra persona cambió estos ajustes',
    details: 'Mira cómo quedaron y decide si todavía quieres tu cambio.',
    ajustes: stale,
  })
}

function nextVersion(before: SiteSettings, asked: Partial<SiteSettings>): Partial<SiteSettings> {
  const { terminos_version } = before
  const same = JSON.stringify(terms(before)) === JSON.stringify(terms({ ...before, ...asked }))
  if (same) return {}
  const number = Number(terminos_version)
  return { terminos_version: Number.isSafeInteger(number) ? String(number + 1) : `${terminos_version}+`.slice(0, 20) }
}
