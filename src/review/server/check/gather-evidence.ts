import { sql as raw } from 'kysely'
import { type Contradiction, listContradictions } from '#money/server/contradictions.ts'
import { type OwnMoney, readOwnMoney } from '#money/server/links/own-money.ts'
import { listUnseen, type Unseen } from '#money/server/list-unseen.ts'
import { matchAround } from '#money/server/match/neighbourhood.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { type AlikeBlocked, findBlocks } from '#purchases/server/blocked/blocked-people.ts'
import {
  type Alike,
  listNewestWith,
  listNewestWithFile,
  listNewestWithWindow,
} from '#purchases/server/payment/list-alike.ts'
import { type Confirmed, listConfirmedWith, windowsOfPayment } from '#purchases/server/payment/payment-store.ts'
import { listByIds, listSamePeople, type Purchase } from '#purchases/server/store.ts'
import { listWithoutTickets, listWithSimilarProof } from '../store.ts'

export type Named = Pick<Purchase, 'id' | 'codigo' | 'estado'>

/** Other purchases of interest for a report, newest first; `payments` and `ofPerson` include the purchase itself. */
export interface Evidence {
  /** Purchases whose payment may be the same: by the digits that tell a payment, or by a short ending. `cut`: there are more than were read. */
  payments: Alike[]
  cut: boolean
  /** The money that pays it, or would with its approval, and the money of the confirmed ones among them. */
  money: OwnMoney
  /** Sent with the same file. */
  sameFile: Named[]
  /** Sent with the same picture. */
  samePicture: Named[]
  /** Whether its own picture has been compared with the others, soon will be, or never: nothing in it can be, as in a PDF. */
  picture: 'pendiente' | 'ilegible' | 'comparada'
  /** Of the same cédula. */
  ofPerson: Named[]
  /** Where each may take part once: purchases that name the same person, and by which field. */
  samePerson: (Named & { campo: 'cedula' | 'telefono' | 'correo' })[]
  /** When the sale of its raffle ended, or null. */
  closedAt: Instant | null
  /** There are no tickets for it yet. */
  waits: boolean
  /** Whether its person may not buy. */
  blocked: AlikeBlocked
  /** The bank's objection, with the purchases that the money pays already; null without one. */
  bank: { said: Contradiction; paid: Named[] } | null
  /** Its account was read after it was reported, and nobody has seen its money for sure. */
  unseen: Unseen | null
}

/** So many are read of each; where there are more the check says so. */
export const ENDINGS = 100
export const OF_PERSON = 50
export const PROOFS = 20

/** Data for the checks of these purchases. @returns the evidence about each of them. */
export async function gatherEvidence(
  sql: Sql,
  purchases: readonly Purchase[],
): Promise<(purchase: Purchase) => Evidence> {
  const each = <Field extends keyof Purchase>(field: Field) => purchases.map((one) => one[field])
  const proofs = await sql
    .selectFrom('proofs')
    .leftJoin('proof_marks', 'proof_marks.comprobante', 'proofs.id')
    .select(['id', 'sha256'])
    .select(
      raw<
        Evidence['picture']
      >`case when rasgos <> '' then 'comparada' when rasgos is null and tipo <> 'application/pdf' then 'pendiente' else 'ilegible' end`.as(
        'imagen',
      ),
    )
    .where('id', 'in', each('comprobante'))
    .execute()
  const proofOf = new Map(proofs.map((proof) => [proof.id, proof]))
  const windows = new Map(purchases.map((purchase) => [purchase.id, windowsOfPayment(purchase)]))
  const all = [...new Set([...windows.values()].flat())]
  const [reported, confirmed, endings, files, pairs, people, same, raffles, withoutTickets, blocks, bank] =
    await Promise.all([
      listNewestWithWindow(sql, all, ENDINGS),
      // However many were reported since, the one that was confirmed is found.
      listConfirmedWith(sql, all),
      listNewestWith(sql, 'referencia_final', each('referencia_final'), ENDINGS),
      // One more: itself is among them.
      listNewestWithFile(
        sql,
        proofs.map(({ sha256 }) => sha256),
        PROOFS + 1,
      ),
      listWithSimilarProof(sql, purchases),
      listNewestWith(sql, 'cedula', each('cedula'), OF_PERSON),
      listSamePeople(sql, each('id')),
      sql.selectFrom('raffles').select(['id', 'cerrada_en']).where('id', 'in', each('rifa_id')).execute(),
      listWithoutTickets(sql, purchases),
      findBlocks(sql, purchases),
      readBank(sql, purchases),
    ])
  const money = await readMoney(sql, purchases, confirmed)
  const closed = new Map(raffles.map(({ id, cerrada_en }) => [id, cerrada_en]))
  const pictures = Map.groupBy(pairs, ({ de }) => de)
  const registered = Map.groupBy(same, ({ de }) => de)
  return ({ id, rifa_id, referencia_final, cedula, telefono, correo, comprobante }) => {
    const proof = proofOf.get(comprobante)
    const own = windows.get(id) ?? []
    const newest = [...own.map((one) => reported.get(one) ?? []), endings.get(referencia_final) ?? []]
    return {
      payments: [...own.flatMap((one) => confirmed.get(one) ?? []), ...newest.flat()],
      money,
      cut: newest.some(({ length }) => length >= ENDINGS),
      sameFile: others(files.get(proof?.sha256 ?? '') ?? [], id),
      samePicture: others(pictures.get(id) ?? [], id),
      picture: proof?.imagen ?? 'pendiente',
      ofPerson: (cedula !== '' && people.get(cedula)) || [],
      samePerson: registered.get(id) ?? [],
      closedAt: closed.get(rifa_id) ?? null,
      waits: withoutTickets.has(id),
      blocked: blocks({ cedula, telefono, correo }),
      ...bank(id),
    }
  }
}

/** An approval joins the money that an exact rule found. */
async function readMoney(sql: Sql, purchases: readonly Purchase[], confirmed: Confirmed): Promise<OwnMoney> {
  const alike = [...confirmed.values()].flat().map(({ id }) => id)
  const meant = purchases.filter((one) =>
    windowsOfPayment(one).some((window) => confirmed.get(window)?.some(({ id }) => id !== one.id)),
  )
  if (meant.length === 0) return () => new Set()
  const ids = meant.map(({ id }) => id)
  const { matching } = await matchAround(sql, ids)
  const pairs = ids.flatMap((id) => matching.of(id)?.pair ?? []).filter(({ exacta }) => exacta)
  const coming = new Map(pairs.map(({ claim, credit }) => [claim.id, credit.id]))
  return readOwnMoney(sql, [...new Set([...ids, ...alike])], coming)
}

async function readBank(sql: Sql, purchases: readonly Purchase[]) {
  const [told, unseen] = await Promise.all([listContradictions(sql, purchases), listUnseen(sql, purchases)])
  const payersOf = (said: Contradiction) => (said.que === 'usado' ? said.compras : [])
  const ids = [...told.values()].flatMap(payersOf)
  const paid = new Map((ids.length === 0 ? [] : await listByIds(sql, ids)).map((one) => [one.id, one]))
  return (id: number): Pick<Evidence, 'bank' | 'unseen'> => {
    const said = told.get(id)
    const bank = said ? { said, paid: payersOf(said).flatMap((other) => paid.get(other) ?? []) } : null
    return { bank, unseen: unseen.get(id) ?? null }
  }
}

/** Each once without itself: those that were confirmed first, then the newest. */
function others(found: readonly Named[], id: number): Named[] {
  const once = new Map(found.map((one) => [one.id, one]))
  once.delete(id)
  const late = ({ estado }: Named) => (estado === 'confirmado' ? 0 : 1)
  return [...once.values()].sort((a, b) => late(a) - late(b) || b.id - a.id)
}
