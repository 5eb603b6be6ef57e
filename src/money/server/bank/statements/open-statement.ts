import { createHash } from 'node:crypto'
import { bankOf } from '#payment-methods/one-account.ts'
import { methodsAlike, numbersOf } from '#payment-methods/server/read-account.ts'
import { allMethods, type MethodRow } from '#payment-methods/server/store.ts'
import { dayInCaracas } from '#platform/clock.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { WorkFailure } from '#platform/server/limited/start-child.ts'
import type { Told } from '../../../movement.ts'
import { compareAccount, requireAccount } from './account-of.ts'
import type { ReadRow } from './reading/answer.ts'
import { type ReadFile, readFile } from './reading/start-reading.ts'
import { FILE_PROBLEMS } from './reading/unreadable.ts'
import type { ChosenFile } from './receive-statement.ts'
import { knownMaps } from './statement-store.ts'

/**
 * Reads a file for an account; nothing of it is kept yet.
 * @param reading by which process; tests bring a poorer one.
 * @throws AppError 404, 409 EXTRACTO_OTRA_CUENTA, 422 EXTRACTO_…, 503 EXTRACTO_EN_COLA
 */
export async function openStatement(
  ctx: Ctx,
  { metodo_id, mapa, bytes }: Pick<ChosenFile, 'metodo_id' | 'mapa' | 'bytes'>,
  reading: ReadFile = readFile,
) {
  const methods = await methodsAlike(ctx.db.read, metodo_id)
  if (!methods) throw notFound('Ese método de pago no existe')
  const [method] = methods
  if (bytes.length === 0) throw refusal('EXTRACTO_VACIO')
  const banco = bankOf(method)
  const ofBank = (await allMethods(ctx.db.read)).filter((other) => banco !== '' && bankOf(other) === banco)
  const question = {
    mapa,
    ...(await knownMaps(ctx.db.read, metodo_id, [metodo_id, ...ofBank.map(({ id }) => id)])),
    banco,
    cuentas: numbersOf(methods),
    moneda: method.moneda,
    tipo: method.tipo === 'paypal' ? ('otro' as const) : method.tipo,
    hoy: dayInCaracas(ctx.clock.now()),
  }
  const read = await reading(question, bytes).catch(refuseWork)
  const cuenta = compareAccount(methods, read.head.cuentas)
  requireAccount(methods, cuenta)
  return { method, sha256: createHash('sha256').update(bytes).digest('hex'), cuenta, read }
}

/** A row as a source reports it. */
export function toldOf({ fila: _, ...row }: ReadRow, { moneda }: MethodRow): Told {
  return { ...row, dia: row.dia as Told['dia'], en: row.en as Told['en'], moneda }
}

/**
 * Failure of the reading process: nothing was kept of the file, and nothing older is lost.
 * @param error anything; other errors are thrown as they are.
 */
function refuseWork(error: unknown): never {
  if (!(error instanceof WorkFailure)) throw error
  const { said } = error
  if (error.problem === 'ilegible') throw refusal(FILE_PROBLEMS.find((one) => one === said) ?? 'EXTRACTO_ILEGIBLE')
  if (error.blame) throw refusal('EXTRACTO_PESADO')
  throw refusal('EXTRACTO_EN_COLA', { cause: error })
}
