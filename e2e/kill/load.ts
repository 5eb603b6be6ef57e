import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { JPEG } from '#app/server/testing/shop.ts'
import { OWNER } from '../support/set-up.ts'

/** A purchase that somebody tried: with its key it can be tried again, and must be the same one. */
export interface Attempt {
  key: string
  fields: Record<string, string>
  proof: Buffer
}

export interface Purchase extends Attempt {
  /** What the server said. */
  answer: { id: number; codigo: string; secreto: string }
}

/** All that the server has acknowledged, over every round. */
export interface Ledger {
  /** By the key of the attempt: the id of a lost purchase may be given again. */
  bought: Map<string, Purchase>
  /** Numbers that an approval answered, by the key of the attempt. */
  approved: Map<string, string[]>
  /** Sent, and the server was killed before it answered. */
  doubtful: Attempt[]
  /** Refusals and errors that no client may see. */
  failures: string[]
}

export function newLedger(): Ledger {
  return { bought: new Map(), approved: new Map(), doubtful: [], failures: [] }
}

function newAttempt(): Attempt {
  const cantidad = 2 * randomInt(1, 6)
  return {
    key: randomUUID(),
    fields: {
      id_rifa: '1',
      cantidad_tickets: String(cantidad),
      total: `${cantidad}.00`,
      nombre: 'Compradora de Prueba',
      cedula: `V${randomInt(10_000_000, 30_000_000)}`,
      telefono: '04141234567',
      correo: 'compradora@ejemplo.test',
      referencia: String(randomInt(1_000_000, 2 ** 40)),
    },
    // Each proof is a file of its own: what follows the end of a picture belongs to nobody.
    proof: Buffer.concat([JPEG, randomBytes(512)]),
  }
}

/** Sends one attempt. An answer that never comes leaves it doubtful. */
export async function send(address: string, attempt: Attempt, ledger: Ledger): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(attempt.fields)) form.append(name, value)
  form.append('comprobante', new Blob([new Uint8Array(attempt.proof)], { type: 'image/jpeg' }), 'pago.jpg')
  let status: number
  let text: string
  try {
    const headers = { 'idempotency-key': attempt.key }
    const answer = await fetch(`${address}/api/rifas/participantes`, { method: 'POST', body: form, headers })
    status = answer.status
    text = await answer.text()
  } catch {
    ledger.doubtful.push(attempt)
    return
  }
  if (status !== 201) {
    ledger.failures.push(`report: ${status} ${text}`)
    return
  }
  ledger.bought.set(attempt.key, { ...attempt, answer: JSON.parse(text) as Purchase['answer'] })
}

/** Signs the operator in; the headers of his calls. */
export async function signIn(address: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', 'x-tombola': 'panel', origin: address }
  const { correo, clave } = OWNER
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
  const purchase = waiting[randomInt(Math.max(1, waiting.length))]
  if (!purchase) return
  const url = `${address}/api/panel/compras/${purchase.answer.id}`
  try {
    const { estado, version } = await (await fetch(url, { headers })).json()
    if (estado !== 'en revision') return
    // Chance makes references that end alike: then an approval needs a reason.
    const motivo = 'Lo vi en la cuenta'
    const answer = await fetch(`${url}/aprobar`, { method: 'POST', headers, body: JSON.stringify({ version, motivo }) })
    const body = await answer.text()
    if (answer.status === 200) ledger.approved.set(purchase.key, JSON.parse(body).numeros)
    else ledger.failures.push(`approval: ${answer.status} ${body}`)
  } catch {
    // Killed before it answered: nothing was promised.
  }
}

/** Buyers and an operator at work until `stopped`; resolves when the last of them has an answer or none will come. */
export async function work(
  address: string,
  headers: Record<string, string>,
  ledger: Ledger,
  stopped: () => boolean,
): Promise<void> {
  const buyer = async () => {
    while (!stopped()) await send(address, ledger.doubtful.pop() ?? newAttempt(), ledger)
  }
  const operator = async () => {
    while (!stopped()) {
      await approve(address, { ...headers, origin: address }, ledger)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  await Promise.all([...Array.from({ length: 16 }, buyer), operator()])
}
