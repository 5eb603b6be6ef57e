import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { OWNER } from './set-up.ts'

/**
 * Signs somebody in, the owner of `setUpShop` unless said otherwise, and turns the second factor on, by the panel's own calls.
 * @returns the recovery codes: each confirms one dangerous change, without waiting for the next 30 seconds.
 */
export async function enterAsOwner(
  page: Page,
  address: string,
  who: { correo: string; clave: string } = OWNER,
): Promise<string[]> {
  // A call of a page that is signed in already would find its session replaced.
  await page.goto(`${address}/panel`, { waitUntil: 'networkidle' })
  await call(page, '/sesion', { correo: who.correo, clave: who.clave })
  const { secreto } = await call(page, '/segundo-factor', {})
  const codigo = generateSync({ secret: secreto, epoch: Math.floor(Date.now() / 1000) })
  const { codigos } = await call(page, '/segundo-factor/confirmar', { clave: who.clave, codigo })
  await proveOwner(page, { codigo: codigos.shift() })
  return codigos
}

/**
 * Lets the pages of this browser change what buyers read for ten minutes, also behind a reload, as a page does once it gave a code, or the
 * password without a second factor. panel-reasons.test.ts goes by the dialog.
 */
export async function proveOwner(page: Page, proof: { codigo: string | undefined } | { clave: string }): Promise<void> {
  const { permiso } = await call(page, '/permiso', proof)
  await page.context().setExtraHTTPHeaders({ 'x-tombola-permiso': permiso })
}

function call(page: Page, path: string, body: object) {
  return page.evaluate(
    async ([where, what]) => {
      const answer = await fetch(`/api/panel${where}`, {
        method: 'POST',
        headers: { 'x-tombola': 'panel', 'content-type': 'application/json' },
        body: JSON.stringify(what),
      })
      return answer.json()
    },
    [path, body] as const,
  )
}
