import type { Session } from '#access/server/session.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { digitsOf } from '../digits.ts'
import { lockedFields, lockedRandom } from '../locked-fields.ts'
import type { RaffleSales, RaffleSave } from '../panel-contract.ts'
import { FIELD_NAMES, type RaffleField, type RaffleFields } from '../raffle-fields.ts'
import { guardPrice, samePrices } from './guard-price.ts'
import { columnsOf, fieldsOf, refuseContradictions } from './raffle-columns.ts'
import { refuseFrozen } from './settled.ts'
import { findRaffle, isShown, type Raffle, updateRaffle } from './store.ts'
import { lockRaffle, type TicketsOfRaffle } from './tickets-of-raffle.ts'

/**
 * An owner changes fields of a raffle. Its tickets are locked first, so that fields locked by a sale cannot change during one; sold tickets keep the
 * price of their own quote. A change of the price is guarded (guard-price.ts).
 * @throws AppError 404, 422 DATOS_INVALIDOS, 409 VERSION_VIEJA (with `version`) | CAMPO_BLOQUEADO (with `campos`) | RIFA_CONGELADA
 */
export async function saveRaffle(
  ctx: Ctx,
  tickets: TicketsOfRaffle,
  id: number,
  save: RaffleSave,
  session: Session,
): Promise<void> {
  const seen = await findRaffle(ctx.db.read, id)
  const priced = seen ? await guardSave(ctx, tickets, seen, save) : null
  await guardedChange(ctx, session, {
    what: 'cambiar una rifa publicada',
    seen: isShown(id),
    // Nearly right payments confirm themselves from then on: that is money, and a password is not enough.
    factor: save.campos.acepta_cercanos === true && seen?.acepta_cercanos === 0,
    // The code of another price is proof enough.
    ...priced,
    write: (owner) =>
      lockRaffle(ctx, tickets, id, async ({ tx, raffle, now, sales }) => {
        refuseFrozen(raffle, now)
        if (raffle.version !== save.version) throw changedMeanwhile(raffle)
        const { before, columns, after, changed } = await readSave(raffle, save)
        if (changed.length === 0) return
        refuseLocked(raffle, sales, after, changed)
        if (changed.includes('total_numeros')) await tickets.resize(tx, id, after.total_numeros)
        const repriced = isOnSale(raffle) && !samePrices(raffle, columns)
        // Published since the request: then it needs a code that nobody gave.
        if (repriced && priced === null) throw changedMeanwhile(raffle)
        await updateRaffle(tx, id, { ...columns, version: raffle.version + 1 })
        await appendEntry(tx, {
          en: now,
          actor: owner,
          accion: 'rifa cambiada',
          rifa_id: id,
          datos: {
            nombre: after.titulo,
            antes: pick(before, changed),
            ahora: pick(after, changed),
            ...(repriced ? { motivo_interno: save.motivo } : {}),
          },
        })
      }),
  })
}

/** Guard of a change of the price (guard-price.ts), after all other refusals; null if the price stays. */
async function guardSave(ctx: Ctx, tickets: TicketsOfRaffle, seen: Raffle, save: RaffleSave) {
  if (seen.version !== save.version || !isOnSale(seen)) return null
  const { columns, after, changed } = await readSave(seen, save)
  if (samePrices(seen, columns)) return null
  const sales = (await tickets.read(ctx.db.read, [seen], ctx.clock.now())).get(seen.id)
  if (sales) refuseLocked(seen, sales, after, changed)
  return guardPrice(ctx, seen, columns, save)
}

function isOnSale({ estado }: Raffle): boolean {
  return estado === 'publicada' || estado === 'pausada'
}

/** What a save makes of a raffle. Another total without digits of its own gets as many as it takes. */
async function readSave(raffle: Raffle, { campos }: RaffleSave) {
  const before = fieldsOf(raffle)
  const told = Object.fromEntries(Object.entries(campos).filter(([, value]) => value !== undefined))
  const wanted: RaffleFields = { ...before, ...told }
  if (campos.digitos === undefined && wanted.total_numeros !== before.total_numeros) {
    wanted.digitos = digitsOf(wanted.total_numeros)
  }
  refuseContradictions(wanted)
  const columns = await columnsOf(wanted)
  const after = fieldsOf({ ...raffle, ...columns })
  return { before, columns, after, changed: FIELD_NAMES.filter((field) => before[field] !== after[field]) }
}

function pick(fields: RaffleFields, names: readonly RaffleField[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}

function refuseLocked(raffle: Raffle, sales: RaffleSales, after: RaffleFields, changed: readonly RaffleField[]): void {
  const locks = lockedFields(
    {
      estado: raffle.estado,
      archivada: raffle.archivada_en !== null,
      registro_unico: raffle.registro_unico === 1,
      regla: raffle.regla_sha256 !== null,
      congelada: raffle.congelada_en !== null,
    },
    sales,
  )
  const random = after.seleccion === 'automatica' ? lockedRandom(sales) : null
  if (random !== null) locks.seleccion ??= random
  const campos = Object.fromEntries(changed.flatMap((field) => (locks[field] ? [[field, locks[field]]] : [])))
  if (Object.keys(campos).length > 0) throw refusal('CAMPO_BLOQUEADO', { campos })
}

export function changedMeanwhile({ version }: Raffle): AppError {
  const details = 'Mira cómo quedó antes de seguir.'
  return refusal('VERSION_VIEJA', { error: 'La rifa cambió desde que abriste esto', details, version })
}
