import { setTimeout as sleep } from 'node:timers/promises'
import { JPEG, purchaseFields } from '#app/server/testing/shop.ts'
import type { Randomness } from '#platform/server/random.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { OWNER } from '../support/set-up.ts'

/** Seed of every run of the faults, printed to repeat it. */
export const SEED = 20_261_122

/** A purchase that somebody tried: with its key it can be tried again, and must be the same one. */
export interface Attempt {
  key: string
  fields: Record<string, string>
  proof: Buffer
}

export interface Purchase extends Attempt {
  /** The server's answer. */
  answer: { id: number; codigo: string; secreto: string }
}

/** All that the server has acknowledged, over every round. */
export interface Ledger {
  chance: Randomness
  /** How many were begun. */
  attempts: number
  /** By the key of the attempt: the id of a lost purchase may be given again. */
  bought: Map<string, Purchase>
  /** Numbers that an approval answered, by the key of the attempt. */
  approved: Map<string, string[]>
  /** Sent, and not answered, or told to come back. */
  doubtful: Attempt[]
  /** How often somebody was told to come back, by the code. */
  refused: Map<string, number>
  /** Refusals and errors that no client may see. */
  failures: string[]
}

export function newLedger(seed = SEED): Ledger {
  const chance = seededRandom(seed)
  return { chance, attempts: 0, bought: new Map(), approved: new Map(), doubtful: [], refused: new Map(), failures: [] }
}

/**
 * Refusals that promise nothing and may be asked again: the server ends, its database or its disk fails, the first one runs, an
 * approval whose answer was lost was made.
 */
const COME_BACK = new Set([
  ...['503 SIN_BASE_DE_DATOS', '503 SERVIDOR_OCUPADO', '503 SIN_ESPACIO', '503 SIN_ALMACEN'],
  ...['409 EN_CURSO', '409 VERSION_VIEJA', '409 ESTADO_NO_PERMITE'],
])

/** Notes such a refusal. @returns whether it is one. */
function comesBack(ledger: Ledger, status: number, text: string): boolean {
  const code = `${status} ${/"code":"(\w+)"/.exec(text)?.[1]}`
  if (!COME_BACK.has(code)) return false
  ledger.refused.set(code, (ledger.refused.get(code) ?? 0) + 1)
  return true
}

/** No two end alike: what one payment confirmed, another of the same digits cannot, and that is no fault. */
function newReference(ledger: Ledger): string {
  const end = (ledger.attempts++ * 61_803_399) % 100_000_000
  return `4${String(end).padStart(8, '0')}`
}

export function newAttempt(ledger: Ledger): Attempt {
  const { chance } = ledger
  const cantidad = 2 * (1 + chance.below(5))
  return {
    key: chance.bytes(16).toString('hex'),
    fields: purchaseFields(1, {
      cantidad_tickets: String(cantidad),
      total: `${cantidad}.00`,
      cedula: `V${10_000_000 + chance.below(20_000_000)}`,
      referencia: newReference(ledger),
      metodo_pago: undefined,
      status: undefined,
    }),
    // Each proof is a file of its own: what follows the end of a picture belongs to nobody.
    proof: Buffer.concat([JPEG, chance.bytes(512)]),
  }
}

/** Milliseconds after which a client that hears nothing gives up and asks again. */
const DEAF = 20_000
/** Milliseconds before who was told to come back does. */
const PAUSE = 100
/**
 * Milliseconds between two purchases of a buyer: others use the machine too in a run of the tests. `npm run kill` leaves none, nor do the
 * controls, which must have something to lose.
 */
const BREATH = process.env['VITEST'] === undefined ? 0 : 250

/** Posts one attempt. @throws when no answer comes. */
export async function post(
  address: string,
  { key, fields, proof }: Attempt,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('comprobante', new Blob([new Uint8Array(proof)], { type: 'image/jpeg' }), 'pago.jpg')
  const answer = await fetch(`${address}/api/rifas/participantes`, {
    method: 'POST',
    body: form,
    headers: { 'idempotency-key': key, ...headers },
    signal: AbortSignal.timeout(DEAF),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Sends one attempt. An answer that never comes, or that says to come back, leaves it doubtful. */
export async function send(address: string, attempt: Attempt, ledger: Ledger): Promise<void> {
  let answer: { status: number; text: string }
  try {
    answer = await post(address, attempt)
  } catch {
    ledger.doubtful.push(attempt)
    return
  }
  const { status, text } = answer
  if (status === 201) {
    ledger.bought.set(attempt.key, { ...attempt, answer: JSON.parse(text) as Purchase['answer'] })
  } else if (comesBack(ledger, status, text)) {
    ledger.doubtful.push(attempt)
    await sleep(PAUSE)
  } else ledger.failures.push(`report: ${status} ${text}`)
}

/** Signs the operator in, or somebody else; the headers of their calls. @param origin the address that people use. */
export async function signIn(
  address: string,
  { correo, clave }: { correo: string; clave: string } = OWNER,
  origin = address,
): Promise<Record<string, string>> {
  // While this process works, the server ends a connection that is kept, and the next question would be sent into it.
  const json = { 'content-type': 'application/json', connection: 'close' }
  const headers = { ...json, 'x-tombola': 'panel', origin }
  const answer = await fetch(`${address}/api/panel/sesion`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ correo, clave }),
  })
  if (answer.status !== 200 && answer.status !== 201)
    throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  return {
    ...headers,
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  }
}

async function approve(address: string, headers: Record<string, string>, ledger: Ledger): Promise<void> {
  const waiting = [...ledger.bought.values()].filter(({ key }) => !ledger.approved.has(key))
  const purchase = waiting[ledger.chance.below(Math.max(1, waiting.length))]
  if (!purchase) return
  const url = `${address}/api/panel/compras/${purchase.answer.id}`
  const ask = async (path: string, body?: object) => {
    const signal = AbortSignal.timeout(DEAF)
    const call = body ? { method: 'POST', headers, signal, body: JSON.stringify(body) } : { headers, signal }
    const answer = await fetch(`${url}${path}`, call)
    return { status: answer.status, text: await answer.text() }
  }
  try {
    const found = await ask('')
    if (found.status !== 200) return void noteFailure(ledger, 'reading', found)
    const { estado, version } = JSON.parse(found.text)
    if (estado !== 'en revision') return
    // Among many some share six digits: then an approval needs a reason.
    const answer = await ask('/aprobar', { version, motivo: 'Lo vi en la cuenta' })
    if (answer.status === 200) ledger.approved.set(purchase.key, JSON.parse(answer.text).numeros)
    else noteFailure(ledger, 'approval', answer)
  } catch {
    // Nobody answered: nothing was promised.
  }
}

function noteFailure(ledger: Ledger, what: string, { status, text }: { status: number; text: string }): void {
  if (!comesBack(ledger, status, text)) ledger.failures.push(`${what}: ${status} ${text}`)
}

/** Buyers and an operator at work until `stopped`; resolves when the last of them has an answer or none will come. */
export async function work(
  address: string,
  headers: Record<string, string>,
  ledger: Ledger,
  stopped: () => boolean,
  hurried = false,
): Promise<void> {
  const buyer = async () => {
    while (!stopped()) {
      await send(address, ledger.doubtful.pop() ?? newAttempt(ledger), ledger)
      if (!hurried) await sleep(BREATH)
    }
  }
  const operator = async () => {
    while (!stopped()) {
      await approve(address, { ...headers, origin: address }, ledger)
      await sleep(5)
    }
  }
  await Promise.all([...Array.from({ length: 16 }, buyer), operator()])
}
