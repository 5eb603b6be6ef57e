import { generateSync } from 'otplib'
import type { Locator, Page } from 'playwright-core'
import { OWNER } from './set-up.ts'

/** The data of a sign-in: `codigo` where the second factor is on. */
export interface SignIn {
  correo: string
  clave: string
  codigo?: string
}

/**
 * Signs somebody in by the panel's own call, without its page: panel-people.test.ts goes by the page. The visitor's page is left first, for
 * one that is signed in would find its session replaced.
 */
export async function signIn(page: Page, address: string, { correo, clave, codigo }: SignIn): Promise<void> {
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  await call(page, address, '/sesion', { correo, clave, ...(codigo && { codigo }) })
}

/** Signs somebody in, the owner of `setUpShop` unless said otherwise, and goes to that page. */
export async function enter(page: Page, url: string, who: SignIn = OWNER): Promise<void> {
  await signIn(page, new URL(url).origin, who)
  await page.goto(url)
}

/**
 * Signs an owner in and turns the second factor on, by the panel's own calls.
 * @returns the recovery codes: each confirms one dangerous change, without waiting for the next 30 seconds.
 */
export async function enterAsOwner(page: Page, address: string, who: SignIn = OWNER): Promise<string[]> {
  await signIn(page, address, who)
  const { secreto, en } = await call(page, address, '/segundo-factor', {})
  const codigo = generateSync({ secret: secreto, epoch: Math.floor(en / 1000) })
  const { codigos } = await call(page, address, '/segundo-factor/confirmar', { clave: who.clave, codigo })
  await proveOwner(page, { codigo: codigos.shift() }, address)
  return codigos
}

/**
 * Lets the pages of this browser change what buyers read for ten minutes, also behind a reload, as a page does once it gave a code, or the
 * password without a second factor. panel-site.test.ts goes by the dialog.
 */
export async function proveOwner(
  page: Page,
  proof: { codigo: string | undefined } | { clave: string },
  address = new URL(page.url()).origin,
): Promise<void> {
  const { permiso } = await call(page, address, '/permiso', proof)
  await page.context().setExtraHTTPHeaders({ 'x-tombola-permiso': permiso })
}

/** Answers a dialog that wants a fresh code with a recovery code. */
export async function giveCode(dialog: Locator, codes: string[], action: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await dialog.getByLabel('Código de recuperación').fill(codes.pop() ?? '')
  await dialog.getByRole('button', { name: action, exact: true }).click()
}

/** The same of a dialog that takes it and is gone. */
export async function confirm(dialog: Locator, codes: string[], action: string): Promise<void> {
  await giveCode(dialog, codes, action)
  await dialog.waitFor({ state: 'detached' })
}

async function call(page: Page, address: string, path: string, data: object) {
  const headers = { 'x-tombola': 'panel', origin: address }
  const answer = await page.context().request.post(`${address}/api/panel${path}`, { headers, data })
  if (!answer.ok()) throw new Error(`${path} was refused: ${answer.status()} ${await answer.text()}`)
  // By the server's clock, which may be ahead (far-from-midnight.ts).
  return { ...(await answer.json()), en: Date.parse(answer.headers()['date'] ?? '') }
}
