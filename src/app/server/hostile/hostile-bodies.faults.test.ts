import { expect, test, vi } from 'vitest'
import { times } from '#platform/money.ts'
import type { Randomness } from '#platform/server/random.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { audit } from '../../cli/audit.ts'
import { multipart, openShop, purchaseFields, type Shop } from '../testing/shop.ts'

vi.setConfig({ testTimeout: 1_800_000 })

/** Bodies for each engine; `npm run soak` sends more. */
const BODIES = soak(150, 10_000)

const VALUES: unknown[] = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '2',
    '3',
    '100',
    '101',
    '-2',
    '2.5',
    '1e2',
    '0x10',
    '٢',
    '٣٤',
    'NaN',
    'Infinity',
    '9'.repeat(40),
  ],
  ...['10.00', '10', '-10.00', '0.01', '10,00', '1e1', 'null', 'true', '[]', '{}', '[[[["01"]]]]'],
  ...['["01","02"]', '["01",{"a":1}]', 'confirmado', 'en revision', 'pago_movil', 'zelle', '__proto__', 'constructor'],
  ...["'", "' or 1=1 --", '"; drop table purchases; --', '1 union select clave_hash from operators'],
  ...[
    "'||(select pg_sleep(5))||'",
    '<script>alert(1)</script>',
    '%00',
    '%s%n',
    '../../etc/passwd',
    '\r\nBcc: a@b.test',
  ],
  ...['a\0b', '\ud800', '\udfff\ud83d', '\u202eabc', '😀'.repeat(50), 'x'.repeat(5_000), 'x'.repeat(19_999)],
  ...['a@b.test', 'V12345678', '04141234567', '2026-11-20', '2026-02-30', '0000-00-00'],
  ...[0, 2, 100, 101, -1, 2.5, 1e21, Number.MAX_SAFE_INTEGER, null, true, false],
  ...[[], {}, ['01', '02'], [['01']], { a: { b: { c: [] } } }],
]
const FIELDS = (
  'id_rifa cantidad_tickets total nombre cedula telefono correo referencia fecha status metodo_pago metodo_id ' +
  'numeros_seleccionados apartado terminos tasa_no_verificada secreto precio cotizacion numeros __proto__ toString'
).split(' ')
const TYPES = [
  ...['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  ...['application/octet-stream', ''],
]

function pick<T>(random: Randomness, list: readonly T[]): T {
  return list[random.below(list.length)] as T
}

/** A JSON body: a right one with something hostile in it, anything, or no JSON at all. */
function jsonBody(random: Randomness, right: object): string {
  const kind = random.below(4)
  if (kind === 0) return JSON.stringify(pick(random, VALUES)) ?? ''
  if (kind === 1) return '['.repeat(random.below(20_000))
  const body: Record<string, unknown> = { ...right }
  for (let times = random.below(4); times >= 0; times--) {
    body[pick(random, kind === 2 ? Object.keys(right) : FIELDS)] = pick(random, VALUES)
  }
  return JSON.stringify(body)
}

async function send(shop: Shop, random: Randomness, serial: number) {
  const json: [string, object][] = [
    [`/api/rifas/${shop.id}/apartados`, { cantidad_tickets: 2, numeros_seleccionados: ['001', '002'] }],
    ['/api/rifas/participante/buscar', { cedula: 'V12345678' }],
    ['/api/rifas/mi-compra', { secreto: 'x'.repeat(22) }],
    ['/api/rifas/apartado/renovar', { apartado: 'x'.repeat(22) }],
  ]
  const forms = ['/api/rifas/participantes', '/api/rifas/participantes/manual', '/api/rifas/mi-compra/corregir']
  const key = random.below(3) === 0 ? { 'idempotency-key': String(pick(random, VALUES)).replace(/[^ -~]/g, '') } : {}
  if (random.below(3) === 0) {
    const [url, right] = pick(random, json)
    const type = random.below(4) === 0 ? pick(random, TYPES) : 'application/json'
    return shop.app.inject({
      method: 'POST',
      url,
      payload: jsonBody(random, right),
      headers: { 'content-type': type, ...key },
    })
  }
  const fields: Record<string, string> = purchaseFields(shop.id, {
    referencia: `45${serial}783390`,
    cedula: `V${20_000_000 + serial}`,
  })
  for (let times = random.below(4); times > 0; times--) {
    const value = pick(random, VALUES)
    fields[pick(random, FIELDS.slice(0, -2))] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  const { payload, headers } = await multipart(fields, random.below(10) === 0 ? null : undefined)
  const kind = random.below(8)
  // Now and then a byte is another, or the end is missing.
  if (kind === 0 && payload.length > 0) payload[random.below(payload.length)] = random.below(256)
  const body = kind === 1 ? payload.subarray(0, random.below(payload.length)) : payload
  return shop.app.inject({ method: 'POST', url: pick(random, forms), payload: body, headers: { ...headers, ...key } })
}

onBothEngines('hostile bodies', (setup) => {
  test(`${BODIES} of them for every public call: none is a fault of ours, and only what is allowed is stored`, async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 }, { seed: SEED })
    const random = seededRandom(SEED)
    const statuses = new Map<number, number>()
    for (let serial = 0; serial < BODIES; serial++) {
      const answer = await send(shop, random, serial)
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      expect(answer.statusCode, `body ${serial} of seed ${SEED}: ${answer.body.slice(0, 300)}`).toBeLessThan(500)
    }
    // The refusals have several reasons, and some requests are a buyer's.
    expect([201, 400, 415, 422].filter((status) => !statuses.has(status))).toEqual([])
    const stored = await shop.ctx.db.read.selectFrom('purchases').selectAll().execute()
    expect(stored.length).toBeGreaterThan(BODIES / 50)
    for (const { cantidad_tickets, total, estado, precio } of stored.map((row) => ({ ...row, precio: '5.00' }))) {
      expect(cantidad_tickets).toBeGreaterThanOrEqual(2)
      expect(cantidad_tickets).toBeLessThanOrEqual(100)
      expect(total).toBe(times(precio as Parameters<typeof times>[0], cantidad_tickets))
      expect(estado).toBe('en revision')
    }
    expect(await audit(shop.ctx)).toEqual([])
    expect(shop.ctx.lines.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})
