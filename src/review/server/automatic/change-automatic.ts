import { sql as raw, type Selectable } from 'kysely'
import type { Session } from '#access/server/session.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { type Guarded, guardedChange } from '#operators/server/guarded-change.ts'
import { dayInCaracas, type Instant, startOfDay } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import { formatCount, formatMoney, type Money, moneyOfCents, times } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { type Raffle, requireRaffle } from '#raffles/server/store.ts'
import { type AutomaticChange, type AutomaticSetting, widens } from '../../automatic-contract.ts'

/** First limits of a raffle without a setting: the price of a hundred tickets a day. */
const firstOf = ({ precio }: Raffle) => ({ activa: 0, tope_cantidad: 50, tope_suma: times(precio, 100), version: 0 })

const STALE = { error: 'Cambió mientras tanto', details: 'Otra persona lo cambió. Mira cómo está ahora.' }

export async function readAutomatic(ctx: Ctx, id: number): Promise<AutomaticSetting> {
  const raffle = await requireRaffle(ctx.db.read, id)
  const [row = firstOf(raffle), hoy] = await Promise.all([
    findAutomatic(ctx.db.read, id),
    readUsed(ctx.db.read, id, ctx.clock.now()),
  ])
  return { ...limitsOf(row), moneda: raffle.moneda, version: row.version, hoy }
}

/**
 * Lets the bank's data confirm payments of a raffle without a person, up to a number and a sum a day, or ends it. Wider limits
 * need a fresh code; narrower ones never do. Every owner gets a mail.
 * @throws AppError 404, 409 VERSION_VIEJA, and the errors of requireFreshFactor
 */
export async function changeAutomatic(
  ctx: Ctx,
  id: number,
  { activa, tope_cantidad, tope_suma, version, codigo }: AutomaticChange,
  session: Session,
): Promise<void> {
  const raffle = await requireRaffle(ctx.db.read, id)
  const before = (await findAutomatic(ctx.db.read, id)) ?? firstOf(raffle)
  if (before.version !== version) throw refusal('VERSION_VIEJA', STALE)
  const antes = limitsOf(before)
  const ahora = { activa, tope_cantidad, tope_suma }
  const write = (owner: Guarded) =>
    ctx.db.write(`rifa:${id}`, async (tx) => {
      const set = { activa: activa ? 1 : 0, tope_cantidad, tope_suma, version: version + 1 }
      const written = await tx
        .insertInto('automatic_confirming')
        .values({ rifa_id: id, ...set })
        .onConflict((conflict) =>
          conflict.column('rifa_id').doUpdateSet(set).where('automatic_confirming.version', '=', version),
        )
        .returning('version')
        .executeTakeFirst()
      if (!written) throw refusal('VERSION_VIEJA', STALE)
      await appendEntry(tx, {
        en: ctx.clock.now(),
        actor: owner,
        accion: 'confirmación automática cambiada',
        rifa_id: id,
        datos: { nombre: raffle.titulo, con: owner.con, antes, ahora },
      })
    })
  const { titulo } = raffle
  await guardedChange(ctx, session, {
    what: 'confirmar pagos sin una persona',
    by: widens(antes, ahora) ? { codigo } : 'nothing',
    inside: true,
    write,
    tells: ({ actor: { nombre } }) => ({
      clave: `automatica:${id}:${version + 1}`,
      titulo: activa ? `«${titulo}» confirma pagos sin una persona` : `«${titulo}» ya no confirma pagos sola`,
      parrafos: [
        activa
          ? `${nombre} dejó que se confirmen solos los pagos que el propio banco dice que llegaron y que son exactos.`
          : `${nombre} lo apagó: cada pago lo confirma una persona.`,
      ],
      datos: activa ? tellLimits(raffle, ahora) : [],
    }),
  })
}

function limitsOf({ activa, tope_cantidad, tope_suma }: Pick<AutomaticRow, 'activa' | 'tope_cantidad' | 'tope_suma'>) {
  return { activa: activa === 1, tope_cantidad, tope_suma }
}

/** Limits as a mail to owners shows them. */
export function tellLimits(
  { moneda }: Pick<Raffle, 'moneda'>,
  { tope_cantidad, tope_suma }: { tope_cantidad: number; tope_suma: Money },
): [string, string][] {
  return [
    ['Pagos al día', formatCount(tope_cantidad)],
    ['Suma al día', formatMoney(tope_suma, moneda)],
  ]
}

export type AutomaticRow = Selectable<Tables['automatic_confirming']>

export function findAutomatic(sql: Sql, rifa_id: number): Promise<AutomaticRow | undefined> {
  return sql.selectFrom('automatic_confirming').selectAll().where('rifa_id', '=', rifa_id).executeTakeFirst()
}

/** Raffles that let the bank's word confirm. */
export async function listAutomatic(sql: Sql): Promise<number[]> {
  const rows = await sql.selectFrom('automatic_confirming').select('rifa_id').where('activa', '=', 1).execute()
  return rows.map(({ rifa_id }) => rifa_id)
}

/** A raffle's payments confirmed by rules since the day began, without undone ones. Its sum is in the raffle's currency. */
export async function readUsed(sql: Sql, rifa_id: number, now: Instant): Promise<{ cantidad: number; suma: Money }> {
  const row = await sql
    .selectFrom('purchases')
    .select((all) => [
      all.fn.countAll<number>().as('cantidad'),
      raw<string | null>`cast(sum(cast(replace(total, '.', '') as bigint)) as text)`.as('centimos'),
    ])
    .where('rifa_id', '=', rifa_id)
    .where('decidido_en', '>=', startOfDay(dayInCaracas(now)))
    // In the form of their index's condition.
    .where(raw<boolean>`decidido_por = 'sistema' and estado = 'confirmado'`)
    .where('decidido_por_id', 'is', null)
    .executeTakeFirst()
  return { cantidad: Number(row?.cantidad ?? 0), suma: moneyOfCents(BigInt(row?.centimos ?? 0)) }
}
