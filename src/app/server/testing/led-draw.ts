import type { Role } from '#access/contract.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import type { Shop } from './shop.ts'

type Method = 'GET' | 'POST' | 'PUT'

/** Somebody of the panel, who signs in anew for each call: draws take days, and sessions end. */
export interface Hand {
  id: number
  correo: string
  ask(method: Method, path: string, payload?: object): ReturnType<Shop['app']['inject']>
  /** The draw as he sees it. */
  look(): Promise<ReturnType<Awaited<ReturnType<Shop['app']['inject']>>['json']>>
}

/** @param nombre also his address. */
export async function addHand(shop: Shop, nombre: string, rol: Role = 'revisor'): Promise<Hand> {
  const who = { correo: `${nombre.toLowerCase()}@ejemplo.test`, clave: 'una frase larga y propia' }
  const { id } = await quickOperator(shop.ctx, { nombre, rol, ...who }, TESTER)
  const base = { 'x-tombola': 'panel', origin: 'http://localhost', host: 'localhost' }
  const ask: Hand['ask'] = async (method, path, payload) => {
    const entered = await shop.app.inject({ method: 'POST', url: '/api/panel/sesion', payload: who, headers: base })
    const cookie = entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const url = `/api/panel/rifas/${shop.id}/sorteo${path}`
    return shop.app.inject({ method, url, headers: { ...base, cookie }, ...(payload ? { payload } : {}) })
  }
  return { id, correo: who.correo, ask, look: async () => (await ask('GET', '')).json() }
}
