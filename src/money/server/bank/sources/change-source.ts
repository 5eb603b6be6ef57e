import { z } from 'zod'
import type { Session } from '#access/server/session.ts'
import { hashToken, newToken } from '#access/server/tokens.ts'
import type { Deed } from '#journal/deeds.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { anew } from '#mail/server/enqueue-mail.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { findMethod } from '#payment-methods/server/store.ts'
import { after, type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import { type AppError, notFound, refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { takeIds } from '#platform/server/db/many.ts'
import type { SourceForm } from '../../../source.ts'
import { ENDS, sourceForm, tellsOf } from '../../../source-forms.ts'
import type { KeyChange, NewSource, SourceChange, SourceKey } from '../../../sources-contract.ts'
import { jsonIn } from '../sent-text.ts'
import { readAddresses } from './bank-addresses.ts'
import type { SourceSettings } from './pull-adapter.ts'
import { openSettings, type SourceRow, sealSecrets } from './source-store.ts'

const STALE = { error: 'Otra persona cambió esta fuente' }

/** The difference from now on, for the owners' mail. */
const OFF: Record<SourceRow['via'], string> = {
  aviso: 'la tienda no oye lo que avise.',
  lectura: 'la tienda no le pregunta más.',
  webhook: 'lo que el banco mande con su clave se guarda y se lee igual, y su cuenta deja de contar como leída.',
}

/** Its mail to the owners and the line of the journal, and the action that needs a code. */
interface Told {
  what: string
  by: { codigo?: string | undefined } | 'nothing'
  titulo: string
  dice: string
  accion: Deed
}

/**
 * Adds a source, with its key, which is shown this once and kept as a hash.
 * @throws AppError 422 DATOS_INVALIDOS, and the errors of requireFreshFactor
 */
export async function addSource(ctx: Ctx, session: Session, given: NewSource): Promise<SourceKey | null> {
  const { operator } = session
  const form = sourceForm(given.fuente, given.via)
  const method = await findMethod(ctx.db.read, given.metodo_id)
  if (!form) throw wrong('fuente', 'Elige una fuente de la lista.')
  if (!method) throw wrong('metodo_id', 'Elige una cuenta de la lista.')
  if (!tellsOf(form, method)) throw wrong('metodo_id', 'Esa cuenta es de otro banco o de otra clase que esta fuente.')
  const settings = readSettings(ctx, form, given.ajustes)
  const key = makeKey(ctx, form)
  const told: Told = {
    what: 'agregar una fuente de dinero',
    by: given,
    titulo: 'Agregaron una fuente de dinero',
    dice: `${form.titulo}, para ${method.titulo}. Desde ahora la tienda cree que llegó el dinero del que avise.`,
    accion: 'fuente de dinero agregada',
  }
  const id = await changing(ctx, session, told, async (tx) => {
    const [id = 0] = await takeIds(tx, 'movement_sources', 1)
    const now = ctx.clock.now()
    const row: SourceRow = {
      id,
      metodo_id: given.metodo_id,
      fuente: given.fuente,
      via: given.via,
      nombre: given.nombre,
      ajustes: JSON.stringify(settings.clear),
      secreto: sealSecrets(ctx.keys, id, settings.secret),
      token_hash: key && hashToken(key),
      activa: 1,
      version: 1,
      creada_en: now,
      creada_por: operator.nombre,
      cursor: null,
      leido_hasta: null,
      ultimo_en: null,
      causa: null,
      causa_en: null,
      fallos: 0,
      proximo_en: given.via === 'lectura' ? now : null,
    }
    await tx.insertInto('movement_sources').values(row).execute()
    return { row }
  })
  return keyOf(form, id, key)
}

/**
 * Changes its name, its settings, or whether it is on. Secrets that are not sent stay, unless they would go to another host or account than
 * they were typed for; all but the name needs a fresh code.
 * @throws AppError 404, 409 VERSION_VIEJA, 422 DATOS_INVALIDOS, and the errors of requireFreshFactor
 */
export async function changeSource(ctx: Ctx, session: Session, id: number, given: SourceChange): Promise<void> {
  const { row, form } = await seen(ctx, id, given.version)
  const kept = openSettings(ctx, row)
  const settings = given.ajustes && changeSettings(ctx, form, kept, given.ajustes)
  const guarded = given.ajustes !== undefined || given.activa !== undefined
  const on = given.activa ?? row.activa === 1
  const told: Told = {
    what: 'cambiar una fuente de dinero',
    by: guarded ? given : 'nothing',
    titulo: 'Cambió una fuente de dinero',
    dice: on ? `${form.titulo} sigue encendida.` : `${form.titulo} quedó apagada: ${OFF[row.via]}`,
    accion: 'fuente de dinero cambiada',
  }
  await changing(ctx, session, told, async (tx) => {
    const changed = await update(tx, row, {
      activa: on ? 1 : 0,
      ...(given.nombre === undefined ? {} : { nombre: given.nombre }),
      ...(settings && {
        ajustes: JSON.stringify(settings.clear),
        secreto: sealSecrets(ctx.keys, id, settings.secret),
      }),
      // A failure under the old settings is retried at once.
      ...(row.via === 'lectura' ? { proximo_en: ctx.clock.now(), fallos: 0, causa: null, causa_en: null } : {}),
    })
    return { row: changed, datos: { activa: on, ajustes_nuevos: settings !== undefined } }
  })
}

/** Another token: the previous one is worth nothing from now on. @throws AppError 404, 409 VERSION_VIEJA, and the errors of requireFreshFactor */
export async function changeKey(ctx: Ctx, session: Session, id: number, given: KeyChange): Promise<SourceKey | null> {
  const { row, form } = await seen(ctx, id, given.version)
  const key = makeKey(ctx, form)
  const told: Told = {
    what: 'cambiar la clave de una fuente de dinero',
    by: given,
    titulo: 'Cambió la clave de una fuente de dinero',
    dice: `${form.titulo}. Con la clave de antes ya no se entra.`,
    accion: 'clave de fuente cambiada',
  }
  await changing(ctx, session, told, async (tx) => ({
    row: await update(tx, row, { token_hash: key && hashToken(key) }),
  }))
  return keyOf(form, id, key)
}

/** Does it, with the journal's line and a mail to every owner. @returns the id of the source */
function changing(
  ctx: Ctx,
  session: Session,
  { what, by, titulo, dice, accion }: Told,
  change: (tx: Sql) => Promise<{ row: SourceRow; datos?: Record<string, unknown> }>,
): Promise<number> {
  return guardedChange(ctx, session, {
    what,
    by,
    inside: true,
    tells: ({ datos }, { parrafos }) => ({
      clave: anew(`fuente:${datos['fuente_id']}`),
      titulo,
      parrafos: [...parrafos, dice],
      datos: [],
    }),
    write: (actor) =>
      ctx.db.write('sitio', async (tx) => {
        const { row, datos } = await change(tx)
        const { id, nombre, fuente, via } = row
        await appendEntry(tx, {
          en: ctx.clock.now(),
          actor,
          accion,
          datos: { fuente_id: id, nombre, fuente, via, con: actor.con ?? 'nombre', ...datos },
          rows: { movement_sources: [id] },
        })
        return id
      }),
  })
}

/** @throws AppError 409 VERSION_VIEJA where it is another version by now */
async function update(tx: Sql, { id, version }: SourceRow, changes: Partial<SourceRow>): Promise<SourceRow> {
  const query = tx.updateTable('movement_sources').set({ ...changes, version: version + 1 })
  const changed = await query.where('id', '=', id).where('version', '=', version).returningAll().executeTakeFirst()
  if (!changed) throw refusal('VERSION_VIEJA', STALE)
  return changed
}

async function seen(ctx: Ctx, id: number, version: number): Promise<{ row: SourceRow; form: SourceForm }> {
  const row = await ctx.db.read.selectFrom('movement_sources').selectAll().where('id', '=', id).executeTakeFirst()
  const form = row && sourceForm(row.fuente, row.via)
  if (!row || !form) throw notFound('Esa fuente no existe')
  if (row.version !== version) throw refusal('VERSION_VIEJA', STALE)
  return { row, form }
}

/** A thief with an owner's session and one code would send the keys to another host: docs/decisions/055. */
function changeSettings(ctx: Ctx, form: SourceForm, kept: SourceSettings, given: Record<string, string>) {
  const moved = form.campos.some(
    ({ destino, nombre }) => destino && (given[nombre] ?? '').trim() !== (kept[nombre] ?? ''),
  )
  // Another key ends on another day than the one before.
  const renewed = form.campos.some(({ secreto, nombre }) => secreto && given[nombre] && given[nombre] !== kept[nombre])
  const typed = renewed && given[ENDS] && given[ENDS] === kept[ENDS] ? { ...given, [ENDS]: '' } : given
  if (moved) return readSettings(ctx, form, typed, 'Escríbela de nuevo: iría a otra dirección.')
  return readSettings(ctx, form, { ...onlySecrets(form, kept), ...typed })
}

/** The settings by the form of that kind: fields that it does not have are refused. */
function readSettings(
  { clock }: Pick<Ctx, 'clock'>,
  form: SourceForm,
  given: Record<string, string>,
  lacksSecret = 'Falta este dato.',
) {
  const campos: Record<string, string> = {}
  const clear: Record<string, string> = {}
  const secret: Record<string, string> = {}
  for (const field of form.campos) {
    const text = field.secreto ? (given[field.nombre] ?? '') : (given[field.nombre] ?? '').trim()
    if (text === '' && !field.opcional)
      campos[`ajustes.${field.nombre}`] = field.secreto ? lacksSecret : 'Falta este dato.'
    else if (text !== '' && field.forma && !field.forma[0].test(text))
      campos[`ajustes.${field.nombre}`] = field.forma[1]
    else if (field.nombre === 'direcciones' && readAddresses(text) === null)
      campos['ajustes.direcciones'] = 'Escribe direcciones IP separadas por comas, como 190.1.2.3.'
    if (text !== '') (field.secreto ? secret : clear)[field.nombre] = text
    else if (field.nombre === ENDS) clear[ENDS] = dayKeyEnds(Object.values(secret).join(), clock.now())
  }
  const unknown = Object.keys(given).find((name) => !form.campos.some(({ nombre }) => nombre === name))
  if (unknown !== undefined) campos[`ajustes.${unknown}`] = 'Esta fuente no tiene ese dato.'
  refuseFields(campos)
  return { clear, secret }
}

function onlySecrets(form: SourceForm, kept: Readonly<Record<string, string>>): Record<string, string> {
  const secret = form.campos.filter(({ secreto }) => secreto).map(({ nombre }) => nombre)
  return Object.fromEntries(Object.entries(kept).filter(([name]) => secret.includes(name)))
}

/** R4 wants a UUID; a polled source has no key. */
function makeKey({ random }: Pick<Ctx, 'random'>, { fuente, via }: SourceForm): string | null {
  if (via === 'lectura') return null
  if (fuente !== 'r4') return newToken(random)
  const hex = random.bytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

function keyOf({ fuente, via }: SourceForm, id: number, key: string | null): SourceKey | null {
  if (key === null) return null
  return via === 'aviso'
    ? { id, ruta: `/api/avisos/${key}`, clave: null }
    : { id, ruta: `/api/bancos/${fuente}/${id}`, clave: key }
}

function wrong(campo: string, says: string): AppError {
  return refusal('DATOS_INVALIDOS', { campos: { [campo]: says } })
}

const YEAR = 365 * 86_400_000
const claims = z.looseObject({ exp: z.number().positive().max(8e12) })

/** The day on which a bank's key ends: its own claim where it is a JWT, which nobody checks here; otherwise a year from now. */
function dayKeyEnds(key: string, now: Instant): CalendarDate {
  const said = claims.safeParse(jsonIn(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString())).data
  return dayInCaracas(said === undefined ? after(now, YEAR) : ((said.exp * 1_000) as Instant))
}
