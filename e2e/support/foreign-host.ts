import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveHere } from './serve-here.ts'

/** In which of the three shapes of the specification the lists come. */
export type ListShape = 'bare' | 'data' | 'numeros'

export interface ForeignHost {
  /** `http://127.0.0.1:12345` */
  address: string
  /** The next answers; change them at any time. */
  answers: {
    shape: ListShape
    /** Whether it lets a page ask beforehand; otherwise only plain calls reach it. */
    preflights: boolean
    raffle: Record<string, unknown>
    /** Field `euro`, or null for a call that fails. */
    euro: number | null
    status: { porcentaje_disponible: number; numeros_disponibles: number; total_numeros: number } | null
    /** Records of where to pay. */
    methods: Record<string, unknown>[]
    numbers: { numero: string; estado?: string }[] | null
    participations: { status: number; body: unknown }
    /** Answer to a purchase. */
    purchase: { status: number; body: unknown }
  }
  /** Bodies of the purchases that arrived, as text. */
  received: { path: string; body: string }[]
  close(): Promise<void>
}

/**
 * A server that knows the calls of the specification's section 7 and nothing else, as a raffle shop elsewhere may have one: no
 * holds, no codes, no bitmap.
 */
export async function openForeignHost(): Promise<ForeignHost> {
  const answers: ForeignHost['answers'] = {
    shape: 'bare',
    preflights: true,
    raffle: {
      id: 1,
      titulo: 'Camioneta ajena',
      descripcion: 'Primera línea\nSegunda línea',
      precio: 5,
      fecha: '0000-00-00',
      tasa_usd: '600.00',
    },
    euro: 600,
    status: { porcentaje_disponible: 42.5, numeros_disponibles: 425, total_numeros: 1000 },
    methods: [{ id: 1, banco: '0134 Banesco', cedula: 'V-00.123.456', telefono: '0400-1234567' }],
    numbers: Array.from({ length: 1000 }, (_, place) => ({
      numero: String(place).padStart(3, '0'),
      ...(place % 2 === 0 ? {} : { estado: place % 3 === 0 ? 'Vendido' : 'DISPONIBLE' }),
    })),
    participations: { status: 200, body: { participaciones: [] } },
    purchase: { status: 200, body: {} },
  }
  const received: ForeignHost['received'] = []

  function list(items: unknown): unknown {
    return answers.shape === 'bare' ? items : { [answers.shape]: items }
  }

  function answer(path: string): { status: number; body: unknown } | null {
    const found = (body: unknown) => ({ status: 200, body })
    if (path === '/api/rifas') return found([answers.raffle])
    if (path === '/api/rifas/tasa-bcv')
      return answers.euro === null ? { status: 500, body: {} } : found({ euro: answers.euro })
    if (path === '/api/rifas/metodo-pago') return found(list(answers.methods))
    if (/^\/api\/rifas\/rifas\/\d+$/.test(path)) return found(answers.raffle)
    if (/^\/api\/rifas\/\d+\/status$/.test(path))
      return answers.status ? found({ success: true, data: { rifa: answers.status } }) : { status: 500, body: {} }
    if (/^\/api\/rifas\/\d+\/numeros$/.test(path))
      return answers.numbers ? found(list(answers.numbers)) : { status: 500, body: {} }
    if (path.startsWith('/api/rifas/participante/cedula/')) return answers.participations
    return null
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*')
    const path = request.url ?? ''
    let body = ''
    for await (const chunk of request) body += (chunk as Buffer).toString('latin1')
    if (request.method === 'OPTIONS') {
      if (!answers.preflights) return void response.writeHead(405).end()
      response.setHeader('access-control-allow-headers', '*')
      response.setHeader('access-control-allow-methods', 'GET, POST, DELETE, OPTIONS')
      return void response.writeHead(204).end()
    }
    const bought = request.method === 'POST' && /^\/api\/rifas\/participantes(\/manual)?$/.test(path)
    if (bought) received.push({ path, body })
    const found = bought ? answers.purchase : request.method === 'GET' ? answer(path) : null
    const { status, body: sent } = found ?? { status: 404, body: 'Cannot find it' }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent))
  }

  return { answers, received, ...(await serveHere((request, response) => void serve(request, response))) }
}
