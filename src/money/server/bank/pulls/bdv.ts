import { z } from 'zod'
import type { CalendarDate } from '#platform/clock.ts'
import { readBankAmount } from '../../../bank-amount.ts'
import { caracasInstant, readBankDay } from '../../../caracas-time.ts'
import { type Told, UNSAID } from '../../../movement.ts'
import { readPayer, readType } from '../read-payer.ts'
import {
  type PullAdapter,
  type PullWorld,
  SourceFailure,
  type SourceSettings,
  type Unread,
} from '../sources/pull-adapter.ts'
import { sideOf } from '../statements/reading/words/side-words.ts'
import { addressOf, askBank, type BankAnswer, readAnswer, refuseStatus, sha256 } from './ask-bank.ts'
import { rowTexts } from './read-fields.ts'
import { type NamedRow, readRows } from './read-rows.ts'
import { daysToRead, eachDay } from './reading-days.ts'

/** Its own four digits: its rows' words about a payer are believed. */
const HOUSE = '0102'
const USUAL = 'https://bdvconciliacion.banvenez.com'
/** A query is of one day, and each is a request. */
const MOST_DAYS = 5
const OLDEST_DAYS = 30

const answered = z.looseObject({
  code: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1)),
  message: z.string().nullish(),
  data: z.looseObject({ movs: z.array(z.unknown()).nullish() }).nullish(),
})
const ROW = ['referencia', 'descripcion', 'fecha', 'hora', 'mov', 'importe', 'observacion'] as const

/** Banco de Venezuela: movements of an account, a day each question (spec/movements.md, 3). */
export const bdv: PullAdapter = {
  pausa: 60_000,

  async leer(settings, cursor, world) {
    const { desde, hasta, ...place } = daysToRead(cursor, world.now, MOST_DAYS, OLDEST_DAYS)
    const movimientos: Told[] = []
    const hashes: string[] = []
    const ilegibles: Unread[] = []
    for (const day of eachDay(desde, hasta)) {
      const answer = await askDay(settings, day, world)
      hashes.push(answer.sha256)
      const read = readRows(rowsIn(answer), (one) => readRow(one, day))
      movimientos.push(...read.movimientos)
      ilegibles.push(...read.ilegibles)
    }
    return { ...place, movimientos, ilegibles, crudo_sha256: sha256(hashes.join(' ')) }
  },
}

function askDay(settings: SourceSettings, day: CalendarDate, world: PullWorld): Promise<BankAnswer> {
  const fecha = day.split('-').reverse().join('/')
  return askBank(world, addressOf(settings, USUAL, '/apis/bdv/consulta/movimientos'), {
    headers: { 'x-api-key': settings['clave'] ?? '' },
    body: { cuenta: settings['cuenta'], fechaIni: fecha, fechaFin: fecha, tipoMoneda: 'VES', nroMovimiento: '' },
  })
}

/** It answers 200 also when it refuses: only its code counts. */
function rowsIn(answer: BankAnswer): unknown[] {
  const { code, message, data } = readAnswer(answered, answer)
  if (code === '1000') return data?.movs ?? []
  if (/\b(sin|no\b.*\b)movimientos/i.test(message ?? '')) return []
  refuseStatus(answer)
  throw refusalOf(code, message ?? '')
}

function refusalOf(code: string, message: string): SourceFailure {
  const said = `codigo ${code}`
  if (/api.?key|autoriza|credencial|acceso/i.test(message)) return new SourceFailure('credencial', said)
  if (/mantenimiento|no disponible|intente/i.test(message)) return new SourceFailure('mantenimiento', said)
  if (/l[ií]mite|excedi/i.test(message)) return new SourceFailure('limite', said)
  return new SourceFailure('ilegible', said)
}

/** @param asked the day of the query, used where the row has no valid one. */
function readRow(value: unknown, asked: CalendarDate): NamedRow | null {
  const data = rowTexts(value, ROW)
  if (data === null) return null
  const sentido = sideOf(data.mov)
  const centimos = readBankAmount(data.importe.replace(/^-/, ''), 'coma')
  if (sentido === null || centimos === null || centimos === 0) return null
  const dia = readBankDay(data.fecha) ?? asked
  // The number of a row is not part of it: one that is repeated has the next number.
  const said = [dia, data.hora, data.referencia, data.mov, data.importe, data.descripcion, data.observacion]
  return {
    nombre: `${dia} ${sha256(said.join('\n')).slice(0, 32)}`,
    sentido,
    tipo: readType(`${data.observacion} ${data.descripcion}`, 'otro'),
    centimos,
    moneda: 'VES',
    dia,
    en: caracasInstant(dia, data.hora),
    ...UNSAID,
    referencia: data.referencia,
    ...readPayer(data.observacion, HOUSE),
    concepto: data.observacion || data.descripcion,
  }
}
