import type { Page } from 'playwright-core'

/** Where the panel asks for the picture of a proof. */
const PICTURE = /\/api\/panel\/compras\/\d+\/comprobante(\?|$)/
const CODE = '"code":"COMPROBANTE_EN_COLA"'
const SAID = 'error: Failed to load resource: the server responded with a status of 503'

/** The console's complaint about a picture answered with 503. */
export function saysInLine(said: string, address: string): boolean {
  return said.startsWith(SAID) && PICTURE.test(address)
}

/**
 * A machine with other things to do answers 503 COMPROBANTE_EN_COLA, and the page asks again by itself: any journey that shows a
 * proof may meet it. Any other 503 of these addresses is told to `complain`, since their console messages are alike.
 */
export function watchPictures(page: Page, complain: (text: string) => void): void {
  page.on('response', async (response) => {
    if (response.status() !== 503 || !PICTURE.test(response.url())) return
    // A page that was left meanwhile took the answer with it.
    const body = await response.text().catch(() => CODE)
    if (!body.includes(CODE)) complain(`${SAID} (${response.url()}): ${body}`)
  })
}
