import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'

export interface Buyer {
  nombre: string
  cedula: string
  telefono: string
  correo: string
  referencia: string
}

/** An invented person with their own payment. @param which any number; another one is another person. */
export function makeBuyer(which: number): Buyer {
  return {
    nombre: 'Carla Mendoza',
    cedula: String(20_000_000 + which),
    telefono: `0414${String(1_000_000 + which)}`,
    correo: `carla${which}@ejemplo.test`,
    referencia: String(700_000_000_000 + which),
  }
}

/** A picture like those that buyers send: each payment has its own, for the desk says when two are the same. */
export function proofPicture({ referencia }: Pick<Buyer, 'referencia'>): Promise<Buffer> {
  const text = `<svg width="720" height="1280"><rect width="100%" height="100%" fill="#dfe7ee"/><text x="80" y="600" font-size="56">${referencia}</text></svg>`
  return sharp(Buffer.from(text)).jpeg().toBuffer()
}

/** The dialog with the data to pay and the form 'Ingresa tus Datos'. */
export function paymentDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: /Paga por/ })
}

/** From a page of a raffle to its payment, by the method of that name. */
export async function openPayment(page: Page, method: RegExp = /^Pago Movil/): Promise<Locator> {
  await page.getByRole('button', { name: 'Comprar', exact: true }).click()
  const further = page.getByRole('button', { name: 'Continuar', exact: true })
  const methods = page.getByRole('dialog', { name: 'Elige tu metodo de Pago' })
  await further.or(methods).first().waitFor()
  if (await further.isVisible()) await further.click()
  await methods.getByRole('button', { name: method }).click()
  const payment = paymentDialog(page)
  await payment.getByText('Paga exactamente').waitFor()
  return payment
}

/** As if another app, such as the bank's, had been in front. */
export const comeBack = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/** From 'Elegir a mano' on the page of a raffle to the grid of its numbers. */
export async function openGrid(page: Page, more = 0): Promise<void> {
  await page.getByRole('radio', { name: 'Elegir a mano' }).check()
  if (more > 0) await page.getByRole('button', { name: `+${more}`, exact: true }).click()
  await page.getByRole('button', { name: 'Comprar', exact: true }).click()
  await page.getByRole('button', { name: 'Continuar', exact: true }).click()
}

/** From the grid to the payment with exactly these picked, by Pago Movil. */
export async function payFor(page: Page, numbers: readonly string[]): Promise<void> {
  for (const name of numbers) await page.getByRole('gridcell', { name, exact: true }).click()
  await page.getByRole('button', { name: `Confirmar (${numbers.length}/${numbers.length})` }).click()
  await page.getByRole('button', { name: /^Pago Movil/ }).click()
  await paymentDialog(page).getByText('Paga exactamente').waitFor()
}

/** Another client holds tickets. @returns its token. */
export async function holdByCall(address: string, raffle: number, numeros: string[] | number, from?: string) {
  const quantity = typeof numeros === 'number' ? numeros : numeros.length
  const picked = typeof numeros === 'number' ? {} : { numeros_seleccionados: numeros }
  const answer = await fetch(`${address}/api/rifas/${raffle}/apartados`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(from && { 'x-forwarded-for': from }) },
    body: JSON.stringify({ cantidad_tickets: quantity, ...picked }),
  })
  return ((await answer.json()) as { token?: string }).token
}

/** A page that somebody changed: under `#nada` its picker says that nothing was chosen, and that 'Comprar' was pressed. */
export async function chooseNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let early: object | undefined
    const nothing = () => ({ quantity: 0, buy: true })
    Object.defineProperty(window, 'tombola', {
      get: () => (early && location.hash === '#nada' ? { ...early, takeOver: nothing } : early),
      set: (made: object) => {
        early = made
      },
    })
  })
}

/** Fills 'Ingresa tus Datos', without the proof. */
export async function fillForm(page: Page, buyer: Buyer): Promise<void> {
  const field = (name: string) => paymentDialog(page).getByRole('textbox', { name })
  await field('Nombre y apellido').fill(buyer.nombre)
  await field('Cédula').fill(buyer.cedula)
  await field('Teléfono').fill(buyer.telefono)
  await field('Correo').fill(buyer.correo)
  await field('Referencia del pago').fill(buyer.referencia)
}

/** Chooses the buyer's picture as 'pago.jpg', on the payment or on a correction. */
export async function chooseProof(page: Page, buyer: Pick<Buyer, 'referencia'>): Promise<void> {
  await page
    .getByLabel('Subir comprobante')
    .setInputFiles({ name: 'pago.jpg', mimeType: 'image/jpeg', buffer: await proofPicture(buyer) })
  await page.getByText('pago.jpg').waitFor()
}

/** A file that somebody sends as a proof. */
export interface Proof {
  name: string
  type: string
  bytes: Buffer
}

/** The server's answer to a report. */
export interface Reported {
  id: number
  codigo: string
  /** `/mi-compra#…` */
  enlace: string
}

/**
 * Reports a payment as another client would: by the specification's call alone.
 * @param total of the form, `10.00`
 * @param fecha the day of the payment; the one on which it comes in otherwise.
 * @param pdf the proof instead of a picture; `proof` is any file.
 * @param from the address that a proxy says it comes from.
 */
export async function reportByCall(
  address: string,
  buyer: Buyer,
  {
    id_rifa = 1,
    cantidad = 2,
    total,
    fecha,
    pdf,
    proof = pdf && { name: 'pago.pdf', type: 'application/pdf', bytes: pdf },
    from,
  }: {
    id_rifa?: number
    cantidad?: number
    total: string
    fecha?: string
    pdf?: Buffer
    proof?: Proof | undefined
    from?: string
  },
): Promise<Reported> {
  const form = new FormData()
  const paid = fecha === undefined ? {} : { fecha }
  const fields = { ...buyer, ...paid, id_rifa, cantidad_tickets: cantidad, total, metodo_pago: 'Pago Movil' }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  const { name, type, bytes } = proof ?? { name: 'pago.jpg', type: 'image/jpeg', bytes: await proofPicture(buyer) }
  form.append('comprobante', new Blob([new Uint8Array(bytes)], { type }), name)
  const answer = await fetch(`${address}/api/rifas/participantes`, {
    method: 'POST',
    body: form,
    ...(from === undefined ? {} : { headers: { 'x-forwarded-for': from } }),
  })
  if (answer.status !== 201) throw new Error(`the report was refused: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Reported
}

/** A photo of something to win, or a logo. */
export function prizePhoto(width: number, height: number): Promise<Buffer> {
  const svg = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#1d3550"/><circle cx="${width / 2}" cy="${height / 2}" r="${height / 3}" fill="#ffa53e"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
