import { z } from 'zod'
import { addDays, type CalendarDate, dayInCaracas, type Instant, parseDay } from '#platform/clock.ts'
import { caracasInstant, readBankDay } from '../../../caracas-time.ts'
import { UNSAID } from '../../../movement.ts'
import { payerBank, payerPhone } from '../../../payer-words.ts'
import { jsonIn } from '../sent-text.ts'
import { type PullAdapter, SourceFailure } from '../sources/pull-adapter.ts'
import { addressOf, askBank, type BankAnswer, readAnswer, refuseStatus } from './ask-bank.ts'
import { centimosOfDecimal, rowTexts } from './read-fields.ts'
import { type ForPerson, type NamedRow, readRows } from './read-rows.ts'

const OLDEST_DAYS = 30
/** Days before the last one that are read again, and those before a first reading. */
const AGAIN = 2
/** Its codes of a good payment, in its list and in its calls. */
const GOOD = ['500', '000']

const answered = z.looseObject({
  code: z.union([z.string(), z.number()]).transform(Number).pipe(z.number()),
  lista: z.array(z.unknown()).nullish(),
})
const ROW = [
  ...(['ID', 'Refpk', 'PhoneOrig', 'Amount', 'BancoOrig', 'NroReferencia', 'NroReferenciaCorto'] as const),
  ...(['FechaMovimiento', 'HoraMovimiento', 'Descripcion', 'Status'] as const),
]

/** One day each reading: which is next, and which wait. */
const place = z.object({ hoy: z.string(), cola: z.array(z.string()), turno: z.enum(['hoy', 'cola']) })
type Place = z.infer<typeof place>

/** Bancamiga: the Pago Móvil of a day, of which one question in ten minutes is allowed (spec/movements.md, 3). */
export const bancamiga: PullAdapter = {
  pausa: 10 * 60_000,

  async leer(settings, cursor, world) {
    const today = dayInCaracas(world.now)
    const { cola, turno } = whereWeAre(cursor, today)
    const [older] = turno === 'cola' ? cola : []
    const day = older ?? today
    const headers = { authorization: `Bearer ${settings['token'] ?? ''}` }
    const url = addressOf(settings, '', '/public/protected/pm/history/find')
    const answer = await askBank(world, url, { headers, body: { Date: day } })
    const next: Place = {
      hoy: today,
      cola: older === undefined ? cola : cola.slice(1),
      turno: older === undefined ? 'cola' : 'hoy',
    }
    // As long as a day before today waits, nobody knows that everything is read.
    const leido_hasta: Instant | null = older === undefined && cola.length === 0 ? world.now : null
    return {
      ...readRows(rowsIn(answer), readRow),
      cursor: JSON.stringify(next),
      leido_hasta,
      crudo_sha256: answer.sha256,
    }
  },
}

/** A new day has the days before wait, which a bank writes late; today and they take turns. */
function whereWeAre(cursor: string | null, today: CalendarDate): Place {
  const known = place.safeParse(jsonIn(cursor ?? '')).data ?? null
  const last = known === null ? null : parseDay(known.hoy)
  if (known !== null && last === today) return known
  const since = last === null || last > today ? addDays(today, -AGAIN) : addDays(last, -AGAIN)
  const oldest = addDays(today, -OLDEST_DAYS)
  const days = new Set(known?.cola.filter((day) => day < today && day >= oldest))
  for (let day = [since, oldest].sort()[1] as CalendarDate; day < today; day = addDays(day, 1)) days.add(day)
  return { hoy: today, cola: [...days].sort(), turno: 'hoy' }
}

/** It answers 200 also when it refuses: its own code counts. */
function rowsIn(answer: BankAnswer): unknown[] {
  const { code, lista } = readAnswer(answered, answer)
  const said = `codigo ${code}`
  if (code === 503 || code === 512 || code === 401) throw new SourceFailure('credencial', said)
  if (code === 429) throw new SourceFailure('limite', said, answer.reintentar_en)
  refuseStatus(answer)
  if (code === 200) return lista ?? []
  if (code === 500) throw new SourceFailure('mantenimiento', said)
  throw new SourceFailure('ilegible', said)
}

function readRow(value: unknown): NamedRow | ForPerson | null {
  const data = rowTexts(value, ROW)
  if (data === null) return null
  const dia = readBankDay(data.FechaMovimiento)
  const centimos = centimosOfDecimal(data.Amount)
  const nombre = data.Refpk || data.ID
  if (dia === null || centimos === null || centimos <= 0 || nombre === '') return null
  if (!GOOD.includes(data.Status)) return { motivo: 'El banco no lo da por bueno.' }
  return {
    nombre,
    sentido: 'credito',
    tipo: 'pago_movil',
    centimos,
    moneda: 'VES',
    dia,
    en: caracasInstant(dia, data.HoraMovimiento),
    ...UNSAID,
    referencia: data.NroReferencia || data.NroReferenciaCorto,
    banco_origen: payerBank(data.BancoOrig),
    telefono_origen: payerPhone(data.PhoneOrig),
    concepto: data.Descripcion,
  }
}
