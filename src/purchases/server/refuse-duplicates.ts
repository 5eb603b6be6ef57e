import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { isSamePaymentReported } from './payment-store.ts'
import type { Report } from './read-report.ts'
import type { UniqueRegistrationsTable } from './schema.ts'
import { findRegistration, insertRegistrations } from './store.ts'

type Person = Pick<Report, 'cedula' | 'telefono' | 'correo'>
type Payment = Pick<Report, 'referencia' | 'metodo_pago'>

const ONCE = ['cedula', 'telefono', 'correo'] as const

/**
 * Refuses a payment that the same person reported before, and in a raffle with `registro_unico` a person who takes part
 * already. A stranger's equal reference is no reason: typing it first must not block who really paid.
 * @throws AppError 409 REGISTRO_DUPLICADO with the duplicate-entry text that the page parses.
 */
export async function refuseDuplicates(tx: Sql, raffle: Raffle, report: Person & Payment, exceptId = 0): Promise<void> {
  // Cash has no reference, and one of few digits is no proof that two payments are one: those are two.
  if (await isSamePaymentReported(tx, report, exceptId)) throw duplicate('referencia', report.referencia)
  if (raffle.registro_unico === 0) return
  for (const campo of given(report)) {
    const found = await findRegistration(tx, raffle.id, campo, report[campo])
    if (found && found.compra_id !== exceptId) throw duplicate(campo, report[campo])
  }
}

/** Marks the person as taking part, in a raffle where each may once. */
export async function registerOnce(tx: Sql, raffle: Raffle, compra_id: number, person: Person): Promise<void> {
  if (raffle.registro_unico === 0) return
  const rows: UniqueRegistrationsTable[] = given(person).map((campo) => ({
    rifa_id: raffle.id,
    campo,
    valor: person[campo],
    compra_id,
  }))
  await insertRegistrations(tx, rows)
}

/** Who bought by hand may have left no mail: two who have none are not the same person. */
function given(person: Person): (typeof ONCE)[number][] {
  return ONCE.filter((campo) => person[campo] !== '')
}

/** In the words of the database that the seed's page knows, without what the value could smuggle in. */
function duplicate(campo: string, value: string): AppError {
  return new AppError(
    409,
    'REGISTRO_DUPLICADO',
    'Registro duplicado',
    `Duplicate entry '${value.replaceAll("'", '')}' for key '${campo}'`,
    { extra: { campo } },
  )
}
