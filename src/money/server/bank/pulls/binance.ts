import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { UNSAID } from '../../../movement.ts'
import { type PullAdapter, type PullWorld, SourceFailure, type SourceSettings } from '../sources/pull-adapter.ts'
import { addressOf, askBank, type BankAnswer, readAnswer, refuseStatus, sha256 } from './ask-bank.ts'
import { centimosOfDecimal, shortText } from './read-fields.ts'
import { type ForPerson, type NamedRow, readRows } from './read-rows.ts'

const USUAL = 'https://api.binance.com'
const DAY = 86_400_000
/** The first reading begins so long ago; no reading spans more than Binance shows in one answer. */
const BEGINNING = 3 * DAY
const LONGEST = 89 * DAY
/** A recent payment may not be in the list yet. */
const AGAIN = 3_600_000
/** Payments of one answer, and answers of one reading. */
const MOST_ROWS = 100
const MOST_ANSWERS = 30
/** Ends a cursor of a reading that had too many: the next continues there, and not earlier. */
const CUT = '+'
/** How far Binance's clock may be from ours, in milliseconds. */
const WINDOW = 60_000
/** Coins that are a dollar. */
const DOLLARS = ['USDT', 'USDC', 'FDUSD', 'BUSD']

const answered = z.looseObject({
  code: z.union([z.string(), z.number()]).transform(String),
  data: z.array(z.unknown()).nullish(),
})
const row = z.looseObject({
  transactionId: z.string().min(1).max(100),
  transactionTime: z.number().int().positive(),
  amount: z.string(),
  currency: z.string(),
  payerInfo: z.looseObject({ name: z.string().nullish() }).nullish(),
  note: z.string().nullish(),
})

/** Binance Pay, payments into a wallet and out of it, by a key that only reads (spec/movements.md, 3). */
export const binance: PullAdapter = {
  pausa: 60_000,

  async leer(settings, cursor, world) {
    const from = beginning(cursor, world.now)
    const seen: unknown[] = []
    const hashes: string[] = []
    const spans: [number, number][] = [[from, world.now]]
    let until: number = world.now
    let cut = ''
    while (spans.length > 0) {
      const [start, end] = spans.pop() as [number, number]
      if (hashes.length === MOST_ANSWERS) {
        until = start
        cut = CUT
        break
      }
      const answer = await ask(settings, start, end, world)
      hashes.push(answer.sha256)
      const rows = rowsIn(answer)
      if (rows.length < MOST_ROWS || end - start < 2) {
        seen.push(...rows)
        continue
      }
      // A full answer hides some: each half of the time by itself, the earlier first.
      const middle = Math.floor((start + end) / 2)
      spans.push([middle + 1, end], [start, middle])
    }
    const dust = (value: unknown) => row.safeParse(value).data?.amount.replace(/^-/, '').startsWith('0.00')
    const read = readRows(
      seen.filter((value) => !dust(value)),
      readRow,
    )
    return { ...read, cursor: `${until}${cut}`, leido_hasta: until as Instant, crudo_sha256: sha256(hashes.join(' ')) }
  },
}

/** A cursor is an instant. An invalid one, or one in the future, begins again. */
function beginning(cursor: string | null, now: Instant): number {
  const [, at = Number.POSITIVE_INFINITY, cut] = /^(\d{1,15})(\+?)$/.exec(cursor ?? '') ?? []
  const before = Number(at)
  return before > now ? now - BEGINNING : Math.max(before - (cut === CUT ? 0 : AGAIN), now - LONGEST)
}

function ask(settings: SourceSettings, start: number, end: number, world: PullWorld): Promise<BankAnswer> {
  const url = addressOf(settings, USUAL, '/sapi/v1/pay/transactions')
  const query = new URLSearchParams({
    startTime: String(start),
    endTime: String(end),
    limit: String(MOST_ROWS),
    recvWindow: String(WINDOW),
    timestamp: String(world.now),
  }).toString()
  const signature = createHmac('sha256', settings['secreto'] ?? '')
    .update(query)
    .digest('hex')
  url.search = `${query}&signature=${signature}`
  return askBank(world, url, { method: 'GET', headers: { 'x-mbx-apikey': settings['clave'] ?? '' } })
}

function rowsIn(answer: BankAnswer): unknown[] {
  const { code, data } = readAnswer(answered, answer)
  if (code === '000000' && data) return data
  const said = `codigo ${code}`
  if (['-2008', '-2014', '-2015', '-1022', '-1002'].includes(code)) throw new SourceFailure('credencial', said)
  if (code === '-1003') throw new SourceFailure('limite', said, answer.reintentar_en)
  if (code === '-1021' || code === '-1007') throw new SourceFailure('tiempo', said)
  refuseStatus(answer)
  throw new SourceFailure('ilegible', said)
}

function readRow(value: unknown): NamedRow | ForPerson | null {
  const read = row.safeParse(value)
  const amount = read.success ? centimosOfDecimal(read.data.amount) : null
  if (!read.success || amount === null || amount === 0) return null
  if (!DOLLARS.includes(read.data.currency)) return { motivo: 'Es otra moneda que el dólar.' }
  const { transactionId, transactionTime, payerInfo, note } = read.data
  const en = transactionTime as Instant
  return {
    nombre: transactionId,
    sentido: amount > 0 ? 'credito' : 'debito',
    tipo: 'binance',
    centimos: Math.abs(amount),
    moneda: 'USD',
    dia: dayInCaracas(en),
    en,
    ...UNSAID,
    // The app shows it without the letters in front.
    referencia: transactionId.replace(/^(?:[A-Z]_)+/, ''),
    referencia_otra: transactionId,
    nombre_origen: amount > 0 ? shortText(payerInfo?.name ?? '') : '',
    concepto: shortText(note ?? ''),
  }
}
