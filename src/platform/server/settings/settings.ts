import type { Instant } from '../../clock.ts'
import { SETTINGS, type SettingName, type SettingValue } from '../../settings.ts'
import type { Ctx } from '../context.ts'
import type { Db, Sql } from '../db/database.ts'
import { SealError, seal, unseal } from '../installation/sealed.ts'
import { FIXED } from './fixed.ts'

/** Context for reading a setting. */
export type SettingsCtx = Pick<Ctx, 'config' | 'db' | 'keys' | 'snapshots' | 'log'>

/** The panel's saved value of a setting. */
export interface Kept<Name extends SettingName = SettingName> {
  /** Null if this installation's key cannot open it, or this version does not know it. */
  valor: SettingValue<Name> | null
  version: number
  guardado_en: Instant
  guardado_por: string
}

type AllKept = { [Name in SettingName]?: Kept<Name> }

/**
 * The current value of a setting: the environment's, else the panel's. From memory until a commit of this process or another changes it.
 * @returns null if it is not set, or the saved value cannot be opened.
 */
export async function readSetting<Name extends SettingName>(
  ctx: SettingsCtx,
  name: Name,
): Promise<SettingValue<Name> | null> {
  return FIXED[name].read(ctx.config) ?? (await readKept(ctx, name))?.valor ?? null
}

/** The panel's saved value, whether or not the environment overrides it; undefined if there is none. */
export async function readKept<Name extends SettingName>(
  ctx: SettingsCtx,
  name: Name,
): Promise<Kept<Name> | undefined> {
  return (await readAll(ctx))[name]
}

function readAll(ctx: SettingsCtx): Promise<AllKept> {
  return ctx.snapshots.get('servidor:ajustes', async () => {
    const rows = await ctx.db.read.selectFrom('settings').selectAll().execute()
    const known = rows.filter(({ nombre }) => Object.hasOwn(SETTINGS, nombre))
    const entries = known.map(({ nombre, version, guardado_en, guardado_por, ...row }) => {
      const valor = open(ctx, nombre as SettingName, row)
      if (valor === null) ctx.log.error({ code: nombre }, 'a setting of the panel cannot be opened')
      return [nombre, { valor, version, guardado_en, guardado_por }]
    })
    return { value: Object.fromEntries(entries) as AllKept }
  })
}

function open(ctx: SettingsCtx, name: SettingName, row: { valor: string; secreto: string | null }) {
  try {
    const secrets = row.secreto === null ? '{}' : unseal(ctx.keys, placeOf(name), row.secreto)
    return SETTINGS[name].schema.safeParse({ ...JSON.parse(row.valor), ...JSON.parse(secrets) }).data ?? null
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

/**
 * Saves a setting, its secrets sealed, in the transaction that writes its line of the journal (house/server/settings/change-setting.ts).
 * @param version that was seen, 0 for none.
 * @returns whether it was saved: not if somebody else has saved meanwhile.
 */
export async function putSetting<Name extends SettingName>(
  ctx: Pick<Ctx, 'keys'>,
  tx: Sql,
  name: Name,
  valor: SettingValue<Name>,
  { version, en, por }: { version: number; en: Instant; por: string },
): Promise<boolean> {
  const secretos: readonly string[] = SETTINGS[name].secretos
  const part = (secret: boolean) =>
    JSON.stringify(Object.fromEntries(Object.entries(valor).filter(([field]) => secretos.includes(field) === secret)))
  const row = {
    valor: part(false),
    secreto: secretos.length === 0 ? null : seal(ctx.keys, placeOf(name), part(true)),
    version: version + 1,
    guardado_en: en,
    guardado_por: por,
  }
  const written =
    version === 0
      ? await tx
          .insertInto('settings')
          .values({ nombre: name, ...row })
          .onConflict((conflict) => conflict.column('nombre').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('settings')
          .set(row)
          .where('nombre', '=', name)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  return written !== undefined
}

/** Back to the value without the panel. @returns whether the seen version was there. */
export async function dropSetting(tx: Sql, name: SettingName, version: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('settings')
    .where('nombre', '=', name)
    .where('version', '=', version)
    .returning('nombre')
    .executeTakeFirst()
  return gone !== undefined
}

/** Where a secret is kept: moved to another row it does not open. */
function placeOf(name: SettingName): string {
  return `settings ${name}`
}

interface Following {
  kept: AllKept
  foreignVersion: number
  reading: Promise<void>
}

const followed = new WeakMap<Db, Following>()

/**
 * Keeps the panel's values at hand for callers that cannot wait (`settingNow`), from now on. Call it once the schema exists. A second
 * call only waits until memory has the committed values.
 */
export async function followSettings(ctx: SettingsCtx): Promise<void> {
  let following = followed.get(ctx.db)
  if (!following) {
    following = { kept: {}, foreignVersion: ctx.db.foreignVersion(), reading: Promise.resolve() }
    followed.set(ctx.db, following)
    follow(ctx, following)
    ctx.db.onCommit(({ tables }) => {
      if (tables.has('settings')) follow(ctx, following as Following)
    })
  }
  await following.reading
}

function follow(ctx: SettingsCtx, following: Following): void {
  following.foreignVersion = ctx.db.foreignVersion()
  const reading = readAll(ctx).then(
    (kept) => {
      // One that began later knows better.
      if (following.reading === reading) following.kept = kept
    },
    () => {
      // The database went away: the next use reads it again.
      following.foreignVersion = Number.NaN
    },
  )
  following.reading = reading
}

/**
 * Like `readSetting`, for callers that cannot wait, such as a link in a mail that is rendered inside a transaction. Another process's
 * last change may be missing.
 */
export function settingNow<Name extends SettingName>(ctx: SettingsCtx, name: Name): SettingValue<Name> | null {
  const fixed = FIXED[name].read(ctx.config)
  if (fixed !== null) return fixed
  const following = followed.get(ctx.db)
  if (!following) return null
  try {
    // Another process may have committed something without an announcement.
    if (following.foreignVersion !== ctx.db.foreignVersion()) follow(ctx, following)
  } catch {
    // Pages about an unreachable database are rendered too, with the known values.
  }
  return following.kept[name]?.valor ?? null
}

/** The variable of the environment that fixes it; null where the panel decides. */
export function fixedBy(ctx: Pick<Ctx, 'config'>, name: SettingName): string | null {
  return FIXED[name].read(ctx.config) === null ? null : FIXED[name].variable
}
