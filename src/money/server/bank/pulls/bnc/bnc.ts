import { addDays, dayInCaracas } from '#platform/clock.ts'
import { readBankDay } from '../../../../caracas-time.ts'
import { UNSAID } from '../../../../movement.ts'
import { payerBank, payerDocument, payerPhone } from '../../../../payer-words.ts'
import { readType } from '../../read-payer.ts'
import { type PullAdapter, type PullWorld, SourceFailure, type SourceSettings } from '../../sources/pull-adapter.ts'
import { sideOf } from '../../statements/reading/words/side-words.ts'
import { sha256 } from '../ask-bank.ts'
import { centimosOfDecimal, rowTexts } from '../read-fields.ts'
import { type NamedRow, readRows } from '../read-rows.ts'
import { daysToRead } from '../reading-days.ts'
import { createBncSession } from './session.ts'

/** The bank takes no longer span. */
const MOST_DAYS = 31
const OLDEST_DAYS = 90
/** Days in `History`: today and the two days before. */
const RECENT = 2

const ROW = [
  ...(['Date', 'ControlNumber', 'Amount', 'Code', 'BankCode', 'DebtorInstrument', 'DebtorID', 'DebtorType'] as const),
  ...(['Concept', 'Type', 'BalanceDelta', 'ReferenceA', 'ReferenceB'] as const),
]

/** BNC eSolutions v4.1: history of an account (spec/movements.md, 3). */
export function createBnc(): PullAdapter {
  const session = createBncSession()

  /** Rows are told apart within one list: a row of both lists is one. */
  async function list(settings: SourceSettings, path: string, question: object, world: PullWorld) {
    const client = { ClientID: settings['rif'], AccountNumber: settings['cuenta'], ChildClientID: '', BranchID: '' }
    const { said, sha256: crudo_sha256 } = await session.ask(settings, path, { ...client, ...question }, world)
    return { crudo_sha256, ...readRows(rowsIn(said), readRow) }
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
        crudo_sha256: sha256(lists.map((one) => one.crudo_sha256).join(' ')),
      }
    },
  }
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
  const data = rowTexts(value, ROW)
  if (data === null) return null
  const dia = readBankDay(data.Date)
  const centimos = Math.abs(centimosOfDecimal(data.Amount) ?? 0)
  const sentido = sideOf(data.BalanceDelta)
  if (dia === null || centimos === 0 || sentido === null) return null
  // Data that are equal in the list and in the answer about one payment.
  const said = [data.ControlNumber, data.ReferenceA, data.BalanceDelta, centimos]
  return {
    nombre: `${dia} ${sha256(said.join('\n')).slice(0, 32)}`,
    sentido,
    tipo: readType(`${data.Type} ${data.Concept}`, 'otro'),
    centimos,
    moneda: 'VES',
    dia,
    en: null,
    ...UNSAID,
    referencia: data.ReferenceA || data.ControlNumber,
    referencia_otra: data.ReferenceA === '' ? '' : data.ControlNumber,
    banco_origen: payerBank(data.BankCode),
    telefono_origen: payerPhone(data.DebtorInstrument),
    documento_origen: payerDocument(data.DebtorID) || payerDocument(`${data.DebtorType}${data.DebtorID}`),
    concepto: data.Concept || data.Type,
  }
}
