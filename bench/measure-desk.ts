import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { createOperator } from '#operators/server/create-operator.ts'
import { dayInCaracas, systemClock } from '#platform/clock.ts'
import { DESK, launchBrowser } from '../e2e/support/launch.ts'
import type { Engine } from './engines.ts'
import { nextSerial } from './purchase-form.ts'
import { startOurs } from './server-process.ts'
import { ACTOR, fillHome, sellRaffle } from './shop.ts'
import { atMost, figure, percentile } from './table.ts'

const PAYMENTS = 200
/** Time that an operator has, and the part of it that the desk may take: the rest is for looking. */
const MINUTES = 20
const SHARE = 0.15
/** Before this nobody has looked at anything, and the desk takes no key. */
const LOOK = 500

/** The reviewer. */
export const OPERATOR = { nombre: 'Operadora', correo: 'operadora@ejemplo.test', clave: 'una frase larga y propia' }

/**
 * 200 payments with photos of a phone wait on the desk; one reviewer at 1280 px approves them all by keyboard. Counted is their
 * waiting time: from the key to the next payment with its proof in sight.
 */
export async function measure(engine: Engine) {
  const home = await fillHome(engine, async (ctx) => {
    await sellRaffle(ctx, 10_000)
    await createOperator(ctx, { ...OPERATOR, rol: 'revisor' }, ACTOR)
  })
  await using server = await startOurs(home)
  await using browser = await launchBrowser()
  for (let sent = 0; sent < PAYMENTS; sent++) await reportPayment(server.url)
  const page = await browser.newPage({ viewport: DESK, locale: 'es-VE' })
  await enterDesk(page, server.url)
  const waits = await approveAll(page)
  const total = waits.reduce((sum, wait) => sum + wait, 0) / 1000
  const limit = MINUTES * 60
  return [
    atMost({
      measure: `waiting for the desk while ${PAYMENTS} payments are approved by keyboard, ${engine.name}`,
      value: total,
      limit,
      unit: 's',
      part: SHARE,
      note: `one waits ${figure(percentile(waits, 0.5))} ms for the next, p99 ${figure(percentile(waits, 0.99))} ms, proofs of 1080 × 1920; ${figure((limit - total) / PAYMENTS)} s are left to look at each`,
    }),
  ]
}

/** Signs the reviewer in on that page, and opens the queue. */
export async function enterDesk(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/panel`)
  const status = await page.evaluate(async ({ correo, clave }) => {
    const headers = { 'x-tombola': 'panel', 'content-type': 'application/json' }
    const answer = await fetch('/api/panel/sesion', {
      method: 'POST',
      headers,
      body: JSON.stringify({ correo, clave }),
    })
    return answer.status
  }, OPERATOR)
  if (status !== 200) throw new Error(`signing in answered ${status}`)
  await page.goto(`${address}/panel/revision`)
}

/** @returns milliseconds that each next payment let wait. */
async function approveAll(page: Page): Promise<number[]> {
  const waits: number[] = []
  let proof = await shownAfter(page, '')
  for (let done = 0; done < PAYMENTS - 1; done++) {
    await sleep(LOOK)
    const pressed = performance.now()
    await page.keyboard.press('a')
    proof = await shownAfter(page, proof)
    waits.push(performance.now() - pressed)
  }
  await sleep(LOOK)
  await page.keyboard.press('a')
  await page.getByText('No hay pagos por revisar').first().waitFor()
  return waits
}

/** Waits for another proof than that one, decoded, with its decision below. @returns its address. */
async function shownAfter(page: Page, before: string): Promise<string> {
  const proof = page.locator(`.proof-box img:not([src="${before}"])`)
  await proof.waitFor()
  await page.locator('.bar-approve').waitFor()
  await page.evaluate("document.querySelector('.proof-box img').decode()")
  return (await proof.getAttribute('src')) ?? ''
}

/**
 * Somebody new pays two tickets and sends a screenshot.
 * @param first a step before, with its reference.
 * @returns its reference.
 */
export async function reportPayment(address: string, first?: (referencia: string) => Promise<void>): Promise<string> {
  const serial = nextSerial()
  const referencia = `0045${serial}`
  await first?.(referencia)
  const form = new FormData()
  const fields = {
    id_rifa: '1',
    cantidad_tickets: '2',
    total: '10.00',
    nombre: 'Carla Mendoza',
    cedula: `V${serial}`,
    telefono: `0414${serial.slice(-7)}`,
    correo: `carla${serial}@ejemplo.test`,
    referencia,
    fecha: dayInCaracas(systemClock.now()),
    status: 'en revision',
    metodo_pago: 'Pago Movil',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('comprobante', new Blob([await screenshot()], { type: 'image/jpeg' }), 'pago.jpg')
  const answer = await fetch(`${address}/api/rifas/participantes`, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`a report was answered ${answer.status}: ${await answer.text()}`)
  return referencia
}

/** As large as a phone's, and like no other. */
async function screenshot(): Promise<Buffer<ArrayBuffer>> {
  const raw = { width: 27, height: 48, channels: 3 } as const
  const picture = sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
  return Buffer.from(await picture.resize(1080, 1920, { kernel: 'nearest' }).jpeg({ quality: 85 }).toBuffer())
}
