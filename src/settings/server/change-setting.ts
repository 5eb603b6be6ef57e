import type { Operator } from '#access/contract.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { formatInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { dropSetting, fixedBy, followSettings, putSetting, readKept } from '#platform/server/settings/settings.ts'
import { SETTINGS, type SettingName, type SettingValue } from '#platform/settings.ts'
import { readSite } from '#site/server/read-site.ts'

export interface SettingChange<Name extends SettingName> {
  /** Null goes back to what holds without the panel. */
  valor: SettingValue<Name> | null
  /** What was seen of it, 0 where nothing was saved. */
  version: number
  /** A fresh code of the second factor. */
  codigo?: string | undefined
}

/**
 * An owner changes a setting of the server: what he saw of it still holds, he gives a fresh code, the setting is tried, and only then
 * kept, with the journal's line and a mail to every owner. None of them says a secret.
 * @param prove tries it, outside of any transaction and with the code spent; what it throws keeps everything as it was.
 * @throws AppError 409 AJUSTE_FIJADO | VERSION_VIEJA, what requireFreshFactor throws, and what `prove` does
 */
export async function changeSetting<Name extends SettingName>(
  ctx: Ctx,
  operator: Operator,
  name: Name,
  { valor, version, codigo }: SettingChange<Name>,
  prove: () => Promise<unknown> = async () => {},
): Promise<void> {
  const variable = fixedBy(ctx, name)
  if (variable !== null) {
    throw new AppError(
      409,
      'AJUSTE_FIJADO',
      'Lo fija el servidor',
      `Lo fija el servidor (${variable}). Aquí no se cambia.`,
    )
  }
  const seen = await readKept(ctx, name)
  if ((seen?.version ?? 0) !== version) throw changedMeanwhile()
  const { titulo } = SETTINGS[name]
  const con = await requireFreshFactor(ctx, operator, codigo, `cambiar ${titulo}`)
  await prove()
  const site = await readSite(ctx)
  const en = ctx.clock.now()
  await ctx.db.write('sitio', async (tx) => {
    const done =
      valor === null
        ? await dropSetting(tx, name, version)
        : await putSetting(ctx, tx, name, valor, { version, en, por: operator.nombre })
    if (!done) throw changedMeanwhile()
    await alertOwners(ctx, tx, site, {
      clave: `servidor:${name}:${en}`,
      titulo: valor === null ? `Quitaron ${titulo}` : `Cambió ${titulo}`,
      parrafos: [`${operator.nombre} lo cambió en el panel el ${formatInstant(en)}`],
    })
    await appendEntry(tx, {
      ambito: 'sitio',
      en,
      actor: operator,
      accion: valor === null ? 'ajuste del servidor quitado' : 'ajuste del servidor cambiado',
      datos: { nombre: titulo, con, ...told(name, seen?.valor ?? null, valor) },
    })
  })
  await followSettings(ctx)
}

/** What the journal may keep of it: of a secret, only that it is another one. */
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

function changedMeanwhile(): AppError {
  return new AppError(
    409,
    'VERSION_VIEJA',
    'Otra persona cambió este ajuste',
    'Mira cómo quedó y decide si todavía quieres tu cambio.',
  )
}
