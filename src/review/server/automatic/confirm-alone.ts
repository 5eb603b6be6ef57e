import { SYSTEM } from '#journal/actor.ts'
import { compare, otherPayer } from '#money/likeness.ts'
import type { Pair } from '#money/match.ts'
import { readTakenBack } from '#money/server/links/taken-back.ts'
import { isNear } from '#money/verdict.ts'
import { footOfChange, tellOwners } from '#operators/server/account/alert-owners.ts'
import { dayInCaracas } from '#platform/clock.ts'
import { addMoney, formatCount, formatMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listFallenAlike } from '#purchases/server/payment/payment-store.ts'
import { listByIds, type Purchase } from '#purchases/server/store.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { checkReports, worstOf } from '../check/check-purchase.ts'
import { AT_ONCE, confirmExact } from '../decision/confirm-exact.ts'
import { type AutomaticRow, findAutomatic, readUsed, tellLimits } from './change-automatic.ts'

/**
 * Confirms money that the bank itself reported, up to the raffle's limits of the day. One process does it, as a job, so that the
 * limits hold; each pair is judged again behind its locks, and one with a grave check waits for a person.
 * @param pairs exact ones of that raffle, oldest report first.
 * @param ended when the job is another's, or the server ends: nothing more is begun.
 */
export async function confirmAlone(
  ctx: Ctx,
  rifa_id: number,
  pairs: readonly Pair[],
  ended?: AbortSignal,
): Promise<void> {
  const told = pairs.filter(isCertainAlone)
  const raffle = await findRaffle(ctx.db.read, rifa_id)
  // After a restore its sold numbers may be missing, and in a doubted hour its limits of the day: a person looks first.
  if (told.length === 0 || !raffle || raffle.restaurada_en !== null || !ctx.time.known()) return
  let confirmed = 0
  let left = await mayConfirm(ctx, told)
  let setting: AutomaticRow | undefined
  try {
    while (left.length > 0 && !ended?.aborted) {
      // In portions: there may be thousands, and each checks the owner's limits again.
      setting = await findAutomatic(ctx.db.read, rifa_id)
      if (setting?.activa !== 1) return
      const portion = await withinLimits(ctx, setting, left)
      if (portion.size === 0) return await tellUse(ctx, raffle, setting, 'tope')
      const { confirmadas } = await confirmExact(ctx, { pares: [...portion].map(toPair) }, SYSTEM)
      confirmed += confirmadas.length
      // Those refused behind the locks leave their room to those that did not fit.
      left = left.filter((one) => !portion.has(one))
    }
  } finally {
    if (setting && confirmed > 0) await tellUse(ctx, raffle, setting, 'uso')
  }
}

type Candidate = Pair & { purchase: Purchase }

/** Those that only the room of the day can keep from being confirmed: pairs for a person take none of it. */
async function mayConfirm({ db: { read: sql } }: Ctx, pairs: readonly Pair[]): Promise<Candidate[]> {
  const ids = pairs.map(({ claim }) => claim.id)
  const purchases = (await listByIds(sql, ids)).filter(({ estado }) => estado === 'en revision')
  // After their versions: an undoing meanwhile leaves another version.
  const [checks, taken] = await Promise.all([checkReports(sql, purchases), readTakenBack(sql, ids)])
  const fallen = await listFallenAlike(sql, purchases)
  const known = new Map(purchases.map((purchase) => [purchase.id, purchase]))
  return pairs.flatMap((pair) => {
    const { claim, credit, regla } = pair
    const purchase = known.get(claim.id)
    const said = checks.get(claim.id) ?? []
    if (!purchase || worstOf(said) === 'grave') return []
    // A person rejected a report of this buyer, or of this reference: another one may be the same payment.
    if (said.some(({ sobre, nivel }) => sobre === 'persona' && nivel !== 'bien')) return []
    if (fallen.get(claim.id)?.length || taken.undone.has(claim.id) || taken.isParted(claim.id, credit.id)) return []
    // Only a person can ask whose other phone or cédula it is.
    return regla === 'pagador' && saysOther(purchase) ? [] : [{ ...pair, purchase }]
  })
}

/** Whether the buyer named another payer, or another phone. */
function saysOther({ pagador_telefono, pagador_cedula, cedula }: Purchase): boolean {
  return pagador_telefono !== '' || (pagador_cedula !== '' && pagador_cedula !== cedula)
}

/** The first ones within today's limits, a portion at most; one that is larger than the rest keeps no smaller one back. */
async function withinLimits(
  ctx: Ctx,
  { rifa_id, tope_cantidad, tope_suma }: AutomaticRow,
  candidates: readonly Candidate[],
): Promise<Set<Candidate>> {
  let { cantidad, suma } = await readUsed(ctx.db.read, rifa_id, ctx.clock.now())
  const portion = new Set<Candidate>()
  for (const one of candidates) {
    const next = addMoney(suma, one.purchase.total)
    if (cantidad + 1 > tope_cantidad || Number(next) > Number(tope_suma)) continue
    cantidad++
    suma = next
    if (portion.add(one).size === AT_ONCE) break
  }
  return portion
}

function toPair({ claim, credit, purchase: { version } }: Candidate) {
  return { compra_id: claim.id, version, movimiento_id: credit.id }
}

/** Once a day each: that it confirms, and that it stopped at a limit. */
async function tellUse(ctx: Ctx, raffle: Raffle, setting: AutomaticRow, what: 'uso' | 'tope'): Promise<void> {
  const now = ctx.clock.now()
  const used = await readUsed(ctx.db.read, raffle.id, now)
  await tellOwners(
    ctx,
    {
      clave: `automatica:${raffle.id}:${dayInCaracas(now)}:${what}`,
      titulo:
        what === 'uso'
          ? `Hoy se confirman solos pagos de «${raffle.titulo}»`
          : `«${raffle.titulo}» llegó al tope de lo que confirma sola`,
      parrafos:
        what === 'uso'
          ? ['El banco dijo que ese dinero llegó, y es exacto. Cada uno está en el diario con su movimiento.']
          : [
              'Lo que llegue hoy de más espera a una persona. Si no esperabas tantos pagos, míralos antes de subir el tope.',
            ],
      datos: [
        ['Confirmados hoy', formatCount(used.cantidad)],
        ['Suman', formatMoney(used.suma, raffle.moneda)],
        ...tellLimits(raffle, setting),
      ],
    },
    footOfChange,
  )
}

/** Clocks of banks and ours differ, and some banks give the minute alone. */
const BEFORE = 15 * 60_000

/**
 * Whether a pair is certain enough for nobody to look at it before its numbers are given. An exact pair may not be: a thief with
 * the phone number of a person about to pay can report before her, and is confirmed right after her payment. So the bank
 * itself has to have said it. By a reference, which others may have seen, or by céntimos it must not name another payer; by the payer it
 * needs the cédula, or phone and name. And
 * money that came after its report is not the reported money, unless it has its reference.
 */
function isCertainAlone({ claim, credit, regla, exacta }: Pair): boolean {
  if (!exacta || credit.confianza !== 'banco') return false
  const likeness = compare(claim, credit)
  if (regla === 'referencia' || isNear(regla)) return !otherPayer(likeness)
  if (credit.en !== null && credit.en > claim.en + BEFORE) return false
  if (regla === 'centimos') return !otherPayer(likeness)
  return likeness.documento === true || (likeness.telefono === true && likeness.nombre === true)
}
