import { sql as raw } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { type Movement, TRUST, type Trust } from '../../movement.ts'
import { movementTail, otherTail, tailsAgree } from '../../movement-tail.ts'
import { isBare, isNameless, isOneReference, type Known, samePayer, used } from './same-movement.ts'
import type { StoredMovement } from './schema.ts'

export type Mine = Movement & { cola: string; fin: string }

export interface Confirmation {
  mate: Known
  mine: Mine
  /** What ties the two. */
  tie: ReturnType<typeof tieOf>
  /** Rows of the same payment that are to repeat it. */
  others: readonly Known[]
  /** The movement that it may repeat, as its word says. */
  repite: number | null
}

const PAYER = ['banco_origen', 'telefono_origen', 'documento_origen', 'nombre_origen', 'concepto'] as const

/**
 * A movement that another source reports too. Of two of one kind, empty fields of the first are filled. Anybody may have written a forwarded
 * notice. So next to the bank's own data nothing of it names the payer or the number, unless both have one reference and the bank names
 * nobody. Its number is kept apart (`cola_avisada`), where it makes rivals and no payment.
 * @returns the movements that were written.
 */
export async function confirmMovement(tx: Sql, confianza: Trust, confirmation: Confirmation): Promise<number[]> {
  const { mate, others, repite } = confirmation
  const changes = changesOf(confirmation, confianza)
  const repeating = others.map(({ id }) => id)
  // A payment that it may repeat is more than a notice, or pays somebody, or a person decided about it: a person decides about all.
  const { repetida_de } = mate
  if (repetida_de !== null && changes.repetida_de === null) {
    const kept = await tx
      .selectFrom('movements')
      .select('id')
      .where((row) => row.or([row('id', '=', repetida_de), row('repetida_de', '=', repetida_de)]))
      .where('id', '<>', mate.id)
      .where(raw<boolean>`(confianza <> 'aviso' or unido + devuelto + ignorado > 0)`)
      .executeTakeFirst()
    if (kept) delete changes.repetida_de
    else repeating.push(repetida_de)
  }
  const written = Object.keys(changes).length > 0 ? [mate.id] : []
  if (written.length > 0) await tx.updateTable('movements').set(changes).where('id', '=', mate.id).execute()
  if (repite !== null) repeating.push(mate.id)
  const original = repite ?? (changes.repetida_de === null ? mate.id : (mate.repetida_de ?? mate.id))
  if (repeating.length === 0) return written
  const marked = await tx
    .updateTable('movements')
    .set({ repetida_de: original })
    .where((row) => row.or([row('id', 'in', repeating), row('repetida_de', 'in', repeating)]))
    .where('id', '<>', original)
    .returning('id')
    .execute()
  return [...written, ...marked.map(({ id }) => id)]
}

/**
 * What ties a source's word to the movement that it is taken for. `named`: one reference or payer. `adopted`: the movement said nothing itself and
 * pays nobody, so that it is what the word says. Null: as many payments came, and nobody knows whether this is the one. Then the word adds
 * no payer, and its list does not name that movement.
 */
export function tieOf(mate: Known, told: Mine): 'named' | 'adopted' | null {
  if (isOneReference(told, mate) || samePayer(told, mate)) return 'named'
  // A bank's row with neither payer nor number does not confirm the notice's words.
  const says = told.cola !== '' || WHO.some((field) => told[field] !== '')
  return used(mate) === 0 && (mate.confianza === 'aviso' ? says : isNameless(mate)) ? 'adopted' : null
}

/** Columns of the known movement that change by it. */
export function changesOf({ mate, mine: told, tie }: Confirmation, confianza: Trust): Partial<StoredMovement> {
  const better = TRUST.indexOf(confianza) > TRUST.indexOf(mate.confianza)
  const mixed = (confianza === 'aviso') !== (mate.confianza === 'aviso')
  const same = tailsAgree(mate.cola, told.cola)
  if (!mixed) {
    if (!tie) return {}
    const added = unsaid(mate, told)
    return { ...added, ...trustOf(mate, told, confianza, added) }
  }
  if (same) {
    // With its own reference it is the payment itself, and no repetition of a phone's notice. A bank's row that is twice in one list
    // is twice in the other.
    const heard = mate.cola_avisada === '' ? { cola_avisada: mate.cola } : {}
    // Who knew the number may have sent a false notice of it.
    const words = { ...(isBare(told) ? {} : SILENT), ...wordsOf(told) }
    return better ? { ...unsaid(mate, told), ...words, ...heard, confianza, repetida_de: null } : heard
  }
  if (!better) return mate.cola_avisada === '' && told.cola !== '' ? { cola_avisada: told.cola } : {}
  if (!tie) return {}
  const { referencia, cola, fin, dia } = told
  return {
    ...{ ...SILENT, ...wordsOf(told), referencia, cola, fin, dia, confianza },
    ...{ referencia_otra: told.referencia_otra, en: told.en ?? mate.en, cola_avisada: mate.cola },
  }
}

/** By which reports are compared with it. */
const WHO = PAYER.filter((field) => field !== 'concepto')

/**
 * Trust of the result: the bank's where the bank gives all that identifies the payer. Data added by a file, which anybody with the
 * right to import may have written, confirm nothing without a person.
 */
function trustOf(mate: Known, told: Mine, confianza: Trust, added: Partial<StoredMovement>): Partial<StoredMovement> {
  const numbers = [told.cola, otherTail(told)]
  const isSaid = (cola: string) => cola === '' || numbers.some((own) => tailsAgree(own, cola))
  if (mate.confianza === 'banco' && confianza === 'extracto') {
    const adds = WHO.some((field) => field in added) || 'cola' in added || !isSaidOf(mate, added)
    return adds ? { confianza } : {}
  }
  if (mate.confianza !== 'extracto' || confianza !== 'banco') return {}
  const all = WHO.every((field) => mate[field] === '' || mate[field] === told[field])
  return all && isSaid(mate.cola) && isSaid(otherTail(mate)) ? { confianza } : {}
}

/** Whether another number that a file adds is the one that is known, written otherwise. */
function isSaidOf({ cola, tipo }: Known, { referencia_otra = '' }: Partial<StoredMovement>): boolean {
  const other = otherTail({ referencia_otra, tipo })
  return other === '' || tailsAgree(other, cola)
}

/** A payer of whom nothing is known. */
export const SILENT = Object.fromEntries(PAYER.map((field) => [field, '']))

/** Its data on the payer. */
export function wordsOf(told: Movement): Partial<StoredMovement> {
  return Object.fromEntries(PAYER.flatMap((field) => (told[field] === '' ? [] : [[field, told[field]]])))
}

/** Fields that the first left empty. */
function unsaid(mate: Known, told: Mine): Partial<StoredMovement> {
  const changes: Partial<StoredMovement> = {}
  for (const field of PAYER) if (mate[field] === '' && told[field] !== '') changes[field] = told[field]
  if (mate.en === null && told.en !== null) changes.en = told.en
  if (mate.cola === '' && told.cola !== '') {
    Object.assign(changes, { referencia: told.referencia, cola: told.cola, fin: told.fin })
  } else if (mate.referencia_otra === '') {
    const numbers = [told.referencia, told.referencia_otra].filter((number) => number !== '')
    const other = numbers.find((number) => !tailsAgree(movementTail(number, told.tipo).cola, mate.cola))
    if (other !== undefined) changes.referencia_otra = other
    else if (told.referencia !== mate.referencia) changes.referencia_otra = told.referencia
  }
  return changes
}
