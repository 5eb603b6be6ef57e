import type { Session } from '#access/server/session.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { anew } from '#mail/server/enqueue-mail.ts'
import { readPermit, signPermit } from '#operators/server/factor/permit.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { takeTry } from '#operators/server/sign-in/spend-guess.ts'
import { formatInstant, type Instant } from '#platform/clock.ts'
import { AppError, isRefusal, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { dropSetting, fixedBy, followSettings, putSetting, readKept } from '#platform/server/settings/settings.ts'
import { SETTINGS, type SettingName, type SettingValue } from '#platform/settings.ts'
import type { SettingDrop } from '../../contract.ts'

const STALE = { error: 'Otra persona cambió este ajuste' }

/** A value of null returns to the one without the panel. */
export type SettingChange<Name extends SettingName> = SettingDrop & { valor: SettingValue<Name> | null }

/** Further parts of a change. */
export interface AroundChange {
  /** Tries it, outside of any transaction and with the code spent; an error keeps everything as it was. */
  prove?(): Promise<unknown>
  /** Runs in the same transaction. */
  also?(tx: Sql): Promise<unknown>
  /** The owners' text about it apart from actor and time, a sentence each. */
  says?: readonly string[]
}

/**
 * An owner changes a setting of the server: the version must be current, a fresh code is checked, the setting is tried, and only then saved, with the
 * journal's line and a mail to every owner. Neither contains a secret.
 * @throws AppError 409 AJUSTE_FIJADO | VERSION_VIEJA, those of requireFreshFactor, and those of `prove`, with a `permiso` to try again
 */
export async function changeSetting<Name extends SettingName>(
  ctx: Ctx,
  session: Session,
  name: Name,
  { valor, version, codigo, permiso }: SettingChange<Name>,
  { prove, also, says = [] }: AroundChange = {},
): Promise<void> {
  const variable = fixedBy(ctx, name)
  if (variable !== null) {
    throw refusal('AJUSTE_FIJADO', { details: `Lo fija el servidor (${variable}). Aquí no se cambia.` })
  }
  const seen = await readKept(ctx, name)
  if ((seen?.version ?? 0) !== version) throw refusal('VERSION_VIEJA', STALE)
  const { titulo } = SETTINGS[name]
  // What a permit is about: one setting as the owner saw it, and one host to try it at.
  const about = ['ajuste', name, version, hostOf(valor)]
  const until = permiso === undefined ? null : await takePermit(ctx, session, about, permiso)
  const tried = async () => {
    try {
      await prove?.()
    } catch (error) {
      if (!isRefusal(error)) throw error
      const extra = { ...error.extra, permiso: signPermit(ctx, session, about, until ?? undefined) }
      throw new AppError(error.status, error.code, error.error, error.details, { extra })
    }
  }
  await guardedChange(ctx, session, {
    what: `cambiar ${titulo}`,
    by: until === null ? { codigo } : 'nothing',
    inside: true,
    tells: ({ actor, en }) => ({
      clave: anew(`servidor:${name}`),
      titulo: valor === null ? `Quitaron ${titulo}` : `Cambió ${titulo}`,
      parrafos: [`${actor.nombre} lo cambió en el panel el ${formatInstant(en)}`, ...says],
      datos: [],
    }),
    write: async (actor) => {
      await tried()
      const en = ctx.clock.now()
      await ctx.db.write('sitio', async (tx) => {
        const done =
          valor === null
            ? await dropSetting(tx, name, version)
            : await putSetting(ctx, tx, name, valor, { version, en, por: actor.nombre })
        if (!done) throw refusal('VERSION_VIEJA', STALE)
        await also?.(tx)
        const accion = valor === null ? 'ajuste del servidor quitado' : 'ajuste del servidor cambiado'
        const datos = { nombre: titulo, con: actor.con ?? 'permiso', ...told(name, seen?.valor ?? null, valor) }
        await noteInSite(tx, en, actor, accion, datos, { settings: [name] })
      })
    },
  })
  await followSettings(ctx)
}

/** Data for the journal: of a secret, only that it has changed. */
function told<Name extends SettingName>(name: Name, before: SettingValue<Name> | null, now: SettingValue<Name> | null) {
  const secretos: readonly string[] = SETTINGS[name].secretos
  const clear = (valor: SettingValue<Name> | null) =>
    valor && Object.fromEntries(Object.entries(valor).filter(([field]) => !secretos.includes(field)))
  const changed = secretos.filter((field) => fieldOf(before, field) !== fieldOf(now, field))
  return { antes: clear(before), ahora: clear(now), ...(changed.length > 0 ? { secretos_nuevos: changed } : {}) }
}

function fieldOf(valor: object | null, field: string): unknown {
  return valor && (valor as Record<string, unknown>)[field]
}

const TRIES = 5

/**
 * Takes one of the few tries that a permit allows. It lets the owner try the same change again after one fresh code: a mail server refuses a
 * password a few times before it is right, and a code of a phone works once in thirty seconds. A refusal does not make it longer.
 * @returns its end, null if it is not valid.
 */
async function takePermit(ctx: Ctx, session: Session, about: unknown, permit: string): Promise<Instant | null> {
  const ends = readPermit(ctx, session, about, permit)
  if (ends === null) return null
  const left = await ctx.db.write('operadores', (tx) => takeTry(tx, permit, ctx.clock.now(), TRIES))
  return left ? ends : null
}

/** Where the server goes when it tries the value. */
function hostOf(valor: object | null): string {
  const { servidor, fuente, s3_servidor } = (valor ?? {}) as Record<string, string | undefined>
  const address = fuente ?? s3_servidor ?? ''
  return (servidor ?? (address === '' ? '' : new URL(address).hostname)).toLowerCase()
}
