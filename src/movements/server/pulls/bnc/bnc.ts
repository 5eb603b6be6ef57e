import { z } from 'zod'
import { addDays, type CalendarDate, dayInCaracas } from '#platform/clock.ts'
import { readBankDay } from '../../../caracas-time.ts'
import { type MovementType, UNSAID } from '../../../movement.ts'
import { payerBank, payerDocument, payerPhone } from '../../../payer-words.ts'
import {
  type Answer,
  type Claim,
  type PullAdapter,
  type PullWorld,
  SourceFailure,
  type SourceSettings,
} from '../../sources/pull-adapter.ts'
import { sha256 } from '../ask-bank.ts'
import { centimosOfDecimal, rowText } from '../read-fields.ts'
import { type NamedRow, readRows } from '../read-rows.ts'
import { daysToRead } from '../reading-days.ts'
import { createBncSession } from './session.ts'

/** The bank takes no longer span. */
const MOST_DAYS = 31
const OLDEST_DAYS = 90
/** Days in `History`: today and the two days before. */
const RECENT = 2

const row = z.looseObject({
  Date: rowText,
  ControlNumber: rowText,
  Amount: z.union([z.string(), z.number()]),
  Code: rowText,
  BankCode: z.union([z.string(), z.number()]).nullish(),
  DebtorInstrument: rowText,
  DebtorID: rowText,
  DebtorType: rowText,
  Concept: rowText,
  Type: rowText,
  BalanceDelta: rowText,
  ReferenceA: rowText,
  ReferenceB: rowText,
})

/** BNC eSolutions v4.1: history of an account, and a question about one payment (spec/movements.md, 3). */
export function createBnc(): PullAdapter {
  const session = createBncSession()

  /** Rows are told apart within one list: a row of both lists is one. */
  async function list(settings: SourceSettings, path: string, question: object, world: PullWorld) {
    const { said, sha256: hash } = await session.ask(settings, path, { ...clientOf(settings), ...question }, world)
    return { hash, ...readRows(rowsIn(said), readRow) }
  }

  async function exists(settings: SourceSettings, path: string, question: object, world: PullWorld) {
    const { said, sha256: hash } = await session.ask(settings, path, { ...clientOf(settings), ...question }, world)
    const found = z.looseObject({ MovementExists: z.boolean() }).safeParse(said)
    if (!found.success) throw new SourceFailure('ilegible', 'otra forma')
    return { hash, ...readRows(found.data.MovementExists ? [said] : [], readRow) }
  }

  return {
    pausa: 60_000,

    async leer(settings, cursor, world) {
      const { desde, hasta, ...place } = daysToRead(cursor, world.now, MOST_DAYS, OLDEST_DAYS)
      const today = dayInCaracas(world.now)
      const lists = []
      if (desde < addDays(today, -RECENT)) {
        const span = { StartDate: `${desde}T00:00:00`, EndDate: `${hasta}T00:00:00` }
        lists.push(await list(settings, '/Position/HistoryByDate', span, world))
      }
      if (hasta === today) lists.push(await list(settings, '/Position/History', {}, world))
      const movimientos = new Map(lists.flatMap((one) => one.movimientos.map((told) => [told.id_banco, told] as const)))
      return {
        ...place,
        movimientos: [...movimientos.values()],
        ilegibles: lists.flatMap(({ ilegibles }) => ilegibles),
        crudo_sha256: sha256(lists.map(({ hash }) => hash).join(' ')),
      }
    },

    async preguntar(settings, claim, world) {
      const byReference = await exists(settings, '/Position/Validate', referenceOf(claim), world)
      if (byReference.movimientos.length > 0 || claim.telefono === '' || claim.banco === '')
        return answerOf(byReference)
      const { telefono, banco, dia, centimos } = claim
      const payer = {
        BankCode: Number(banco),
        PhoneNumber: telefono,
        RequestDate: `${dia}T00:00:00`,
        Amount: centimos / 100,
      }
      return answerOf(await exists(settings, '/Position/ValidateExistence', payer, world))
    },
  }
}

function answerOf({ hash, ...read }: Omit<Answer, 'crudo_sha256'> & { hash: string }): Answer {
  return { ...read, crudo_sha256: hash }
}

function clientOf(settings: SourceSettings) {
  return { ClientID: settings['rif'], AccountNumber: settings['cuenta'], ChildClientID: '', BranchID: '' }
}

function referenceOf({ referencia, centimos, dia }: Claim) {
  return { Reference: referencia, Amount: centimos / 100, DateMovement: `${dia}T00:00:00` }
}

/** A list, or lists by the number of their account. */
function rowsIn(said: unknown): unknown[] {
  if (Array.isArray(said)) return said
  if (typeof said === 'object' && said !== null) {
    const lists = Object.values(said)
    if (lists.every(Array.isArray)) return lists.flat()
  }
  throw new SourceFailure('ilegible', 'otra forma')
}

function readRow(value: unknown): NamedRow | null {
  const read = row.safeParse(value)
  if (!read.success) return null
  const { data } = read
  const dia = readBankDay(data.Date)
  const centimos = Math.abs(centimosOfDecimal(data.Amount) ?? 0)
  const sentido = directionOf(data.BalanceDelta)
  if (dia === null || centimos === 0 || sentido === null) return null
  return {
    nombre: nameOf(dia, centimos, data),
    sentido,
    tipo: typeOf(data.Type, data.Concept),
    centimos,
    moneda: 'VES',
    dia,
    en: null,
    ...UNSAID,
    referencia: data.ReferenceA || data.ControlNumber,
    referencia_otra: data.ReferenceA === '' ? '' : data.ControlNumber,
    banco_origen: payerBank(String(data.BankCode ?? '')),
    telefono_origen: payerPhone(data.DebtorInstrument),
    documento_origen: payerDocument(data.DebtorID) || payerDocument(`${data.DebtorType}${data.DebtorID}`),
    concepto: data.Concept || data.Type,
  }
}

/** Data that are equal in the list and in the answer about one payment. */
function nameOf(dia: CalendarDate, centimos: number, data: z.infer<typeof row>): string {
  const said = [data.ControlNumber, data.ReferenceA, data.BalanceDelta, centimos]
  return `${dia} ${sha256(said.join('\n')).slice(0, 32)}`
}

function directionOf(delta: string): 'credito' | 'debito' | null {
  if (/^ingreso$/i.test(delta)) return 'credito'
  return /^egreso$/i.test(delta) ? 'debito' : null
}

function typeOf(...said: string[]): MovementType {
  const words = said.join(' ')
  if (/p2p|c2p|pago\s*m[oó]vil/i.test(words)) return 'pago_movil'
  if (/dep[oó]sito/i.test(words)) return 'deposito'
  return /transf|cr[eé]dito inmediato|trf/i.test(words) ? 'transferencia' : 'otro'
}
