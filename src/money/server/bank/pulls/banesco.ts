import { z } from 'zod'
import { after, type Instant } from '#platform/clock.ts'
import { caracasInstant, readBankDay } from '../../../caracas-time.ts'
import { UNSAID } from '../../../movement.ts'
import { payerBank } from '../../../payer-words.ts'
import { readType } from '../read-payer.ts'
import {
  type Claim,
  type PullAdapter,
  type PullWorld,
  SourceFailure,
  type SourceSettings,
} from '../sources/pull-adapter.ts'
import { addressOf, askBank, type BankAnswer, readAnswer, readJson, refuseStatus, sha256 } from './ask-bank.ts'
import { centimosOfDecimal, rowTexts } from './read-fields.ts'
import { type NamedRow, readRows } from './read-rows.ts'

/** A token is renewed so long before it ends. */
const MARGIN = 30_000
/** Its code when it has no such payment. */
const NONE = '70001'

const granted = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().positive().catch(60) })
const answered = z.looseObject({
  httpStatus: z.looseObject({ statusCode: z.union([z.string(), z.number()]).transform(String) }),
  dataResponse: z.looseObject({ transactionDetail: z.array(z.unknown()).nullish() }).nullish(),
})
const ROW = ['trnType', 'amount', 'referenceNumber', 'trnDate', 'trnTime', 'concept', 'sourceBankId'] as const

/** Banesco's confirmation of payments: a question about one (spec/movements.md, 3). */
export function createBanesco(): PullAdapter {
  const tokens = new Map<string, { token: string; until: Instant }>()

  async function tokenOf(settings: SourceSettings, world: PullWorld): Promise<string> {
    const client = clientOf(settings)
    const known = tokens.get(client)
    if (known && known.until > world.now) return known.token
    const { access_token, expires_in } = await logOn(settings, world)
    tokens.set(client, { token: access_token, until: after(world.now, expires_in * 1000 - MARGIN) })
    return access_token
  }

  return {
    pausa: 15_000,

    async preguntar(settings, claim, world) {
      const authorization = `Bearer ${await tokenOf(settings, world)}`
      const url = addressOf(settings, '', '/financial-account/transactions')
      const answer = await askBank(world, url, { headers: { authorization }, body: questionOf(settings, claim) })
      // A token that it no longer takes is not shown again.
      if (answer.status === 401) tokens.delete(clientOf(settings))
      return { ...readRows(rowsIn(answer), (value) => readRow(value, claim)), crudo_sha256: answer.sha256 }
    },
  }
}

function clientOf(settings: SourceSettings): string {
  return sha256(JSON.stringify([settings['direccion_clave'], settings['cliente'], settings['clave']]))
}

/** Its Keycloak wants the name and the key of the client twice: as the caller, and as the person behind it. */
async function logOn(settings: SourceSettings, world: PullWorld): Promise<z.infer<typeof granted>> {
  const { cliente = '', clave = '', direccion_clave = '' } = settings
  const answer = await askBank(world, addressOf({ direccion: direccion_clave }, '', ''), {
    headers: { authorization: `Basic ${Buffer.from(`${cliente}:${clave}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password', username: cliente, password: clave }),
  })
  if (answer.status === 400) throw new SourceFailure('credencial', 'http 400')
  refuseStatus(answer)
  const read = granted.safeParse(readJson(answer))
  if (!read.success) throw new SourceFailure('ilegible', 'sin token')
  return read.data
}

function questionOf(settings: SourceSettings, { referencia, centimos, dia, telefono, banco }: Claim) {
  return {
    dataRequest: {
      device: { type: 'Web', description: 'Tombola', ipAddress: '127.0.0.1' },
      transaction: {
        referenceNumber: referencia.replace(/\D/g, ''),
        amount: centimos / 100,
        accountId: settings['cuenta'],
        startDt: dia,
        ...(telefono === '' ? {} : { phoneNum: telefono }),
        ...(banco === '' ? {} : { bankId: banco }),
      },
    },
  }
}

function rowsIn(answer: BankAnswer): unknown[] {
  const { httpStatus, dataResponse } = readAnswer(answered, answer)
  const { statusCode } = httpStatus
  if (statusCode === '200') return dataResponse?.transactionDetail ?? []
  if (statusCode === NONE) return []
  const said = `codigo ${statusCode}`
  if (statusCode === 'CRT503') throw new SourceFailure('mantenimiento', said)
  if (statusCode === '401' || statusCode === '403') throw new SourceFailure('credencial', said)
  refuseStatus(answer)
  throw new SourceFailure('ilegible', said)
}

/** The buyer's text is no word of the bank's: where the bank gives no day it is the report's, and neither hour nor name is filled. */
function readRow(value: unknown, claim: Claim): NamedRow | null {
  const data = rowTexts(value, ROW)
  const centimos = Math.abs(centimosOfDecimal(data?.amount ?? '') ?? 0)
  if (data === null || centimos === 0) return null
  const dia = readBankDay(data.trnDate)
  return {
    nombre: [dia ?? '', data.referenceNumber, data.trnType, centimos].join(' '),
    sentido: data.trnType === 'CR' ? 'credito' : 'debito',
    tipo: readType(data.concept, 'otro'),
    centimos,
    moneda: 'VES',
    dia: dia ?? claim.reportado,
    en: dia && caracasInstant(dia, data.trnTime),
    ...UNSAID,
    referencia: data.referenceNumber,
    banco_origen: payerBank(data.sourceBankId),
    concepto: data.concept,
  }
}
