import type { AddressInfo } from 'node:net'
import type { Setup } from '#platform/server/testing/engines.ts'
import { openSourceShop } from './source-shop.ts'

/** Calls of each bank, by the public descriptions of its contract; phones, references and cédulas are invented. */
export const SENT = {
  bnc: {
    PaymentType: 'P2P',
    OriginBankReference: '000059762001',
    DestinyBankReference: '603185603',
    OriginBankCode: '0102',
    Hour: '1143',
    Date: '20261120',
    CurrencyCode: '0928',
    Amount: '00000033571.18',
    ClientPhone: '00584140000111',
    Concept: 'rifa',
  },
  bdv: {
    bancoOrdenante: '0134',
    referenciaBancoOrdenante: '000059762001',
    idCliente: 'V012345678',
    idComercio: 'J123456789',
    numeroCliente: '584140000111',
    numeroComercio: '',
    fecha: '2026-11-20',
    hora: '11.43',
    monto: '33571.18',
  },
  bancamiga: {
    ID: 'a1',
    PhoneOrig: '584140000111',
    Amount: '33571.18',
    BancoOrig: '0134',
    NroReferenciaCorto: '762001',
    NroReferencia: '000059762001',
    HoraMovimiento: '11:43:10',
    FechaMovimiento: '2026-11-20',
    Descripcion: 'rifa',
    Status: '000',
    Refpk: 'PK-20261120-1',
  },
  r4: {
    IdComercio: 'J123456789',
    TelefonoEmisor: '04140000111',
    Concepto: 'rifa',
    BancoEmisor: '134',
    Monto: '33571.18',
    FechaHora: '2026-11-20T15:43:10.000Z',
    Referencia: '000059762001',
    CodigoRed: '00',
  },
} as const
export type Bank = keyof typeof SENT
const BANKS: Record<Bank, string> = {
  bnc: '0191 BNC',
  bdv: '0102 Banco de Venezuela',
  bancamiga: '0172 Bancamiga',
  r4: '0169 R4',
}
/** Answers that each bank expects for a new notice, and for a repeated one. */
export const HEARD: Record<Bank, [first: { status: number; body: object }, again: object]> = {
  bnc: [
    { status: 200, body: { status: 'OK' } },
    { status: 200, body: { status: 'OK' } },
  ],
  bdv: [
    { status: 201, body: { codigo: '00', mensajeCliente: 'Aprobado', mensajeSistema: 'Notificado' } },
    { status: 200, body: { codigo: '01', mensajeCliente: 'Pago previamente recibido', mensajeSistema: 'Notificado' } },
  ],
  bancamiga: [
    { status: 200, body: { Code: 200, Refpk: 'PK-20261120-1' } },
    { status: 200, body: { Code: 200, Refpk: 'PK-20261120-1' } },
  ],
  r4: [
    { status: 200, body: { abono: true } },
    { status: 200, body: { abono: true } },
  ],
}
export const ALL = Object.keys(SENT) as Bank[]

/** A shop whose account is of that bank, and a bank that calls it over a real connection. */
export async function openCallingBank(setup: Setup, bank: Bank, ajustes: Record<string, string> = {}) {
  const shop = await openSourceShop(setup)
  await shop.bankOf(BANKS[bank])
  const { ruta, clave, id } = await shop.add(bank, 'webhook', { ajustes })
  await shop.outside.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.outside.server.address() as AddressInfo
  const path = bank === 'r4' ? `${ruta}/R4notifica` : ruta
  const shown = (key: string): Record<string, string> =>
    bank === 'r4'
      ? { authorization: key }
      : bank === 'bancamiga'
        ? { authorization: `Bearer ${key}` }
        : { 'x-api-key': key }
  async function send(
    body: unknown,
    { key = clave ?? '', to = path, type = 'application/json', method = 'POST' } = {},
  ) {
    const answer = await fetch(`http://127.0.0.1:${port}${to}`, {
      method,
      headers: { ...shown(key), ...(type ? { 'content-type': type } : {}) },
      ...(method === 'GET'
        ? {}
        : {
            body: Buffer.isBuffer(body) ? new Uint8Array(body) : typeof body === 'string' ? body : JSON.stringify(body),
          }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  return { ...shop, send, ruta, clave: clave ?? '', source: id }
}
