import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { DESK, launchBrowser, PHONE } from '../support/launch.ts'
import { startProduct, tombolaJson } from '../support/product.ts'
import { panelScreens } from './panel.ts'
import { shopScreens } from './shop.ts'

/** Takes the picture of what the page shows now. */
export type Shoot = (page: Page, name: string, options?: { whole?: boolean }) => Promise<void>

/** `npm run screenshots`: the pictures of docs/ and README, from the demo, at 360 and 1280 px in both themes. */
const OUT = join(import.meta.dirname, '../../docs/screenshots')
/** 2x on the phone: thumbnails in the README stay sharp. */
const VIEWS = [
  { suffix: '360', viewport: PHONE, scale: 2 },
  { suffix: '1280', viewport: DESK, scale: 1 },
] as const
const THEMES = { dark: 'oscuro', light: 'claro' } as const

async function openPage(browser: Browser, view: (typeof VIEWS)[number], theme: keyof typeof THEMES): Promise<Page> {
  const context = await browser.newContext({
    viewport: view.viewport,
    deviceScaleFactor: view.scale,
    locale: 'es-VE',
    timezoneId: 'America/Caracas',
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

function shooter(suffix: string): Shoot {
  return async (page, name, { whole = false } = {}) => {
    await page.evaluate(() => document.fonts.ready)
    await page.waitForTimeout(300)
    const picture = await page.screenshot({ fullPage: whole })
    await sharp(picture)
      .webp({ quality: 82 })
      .toFile(join(OUT, `${name}.${suffix}.webp`))
  }
}

/** The picture of the README: raffle, payment and desk on phones, side by side. */
async function composeCover(): Promise<void> {
  const height = 720
  const names = ['rifa', 'pago', 'revision-pago']
  const parts = await Promise.all(
    names.map((name) =>
      sharp(join(OUT, `${name}.360.oscuro.webp`))
        .resize({ height, width: 405, fit: 'cover', position: 'top' })
        .toBuffer(),
    ),
  )
  const width = parts.length * 405 + (parts.length - 1) * 24
  await sharp({ create: { width, height, channels: 4, background: '#00000000' } })
    .composite(parts.map((input, index) => ({ input, left: index * 429, top: 0 })))
    .png({ palette: true, quality: 85 })
    .toFile(join(OUT, 'portada.png'))
}

const folder = mkdtempSync(join(tmpdir(), 'tombola-screenshots-'))
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const product = await startProduct({ DATA_DIR: folder }, 'src/app/demo/demo.ts')
const operator = JSON.parse(readFileSync(join(folder, 'operador-de-muestra.json'), 'utf8')) as {
  correo: string
  clave: string
}
const env = { DATA_DIR: folder }
async function approve(codigo: string): Promise<void> {
  const { compras } = await tombolaJson<{ compras: { id: number; codigo: string }[] }>(env, ['purchases', 'list'])
  const id = compras.find((purchase) => purchase.codigo === codigo)?.id
  await tombolaJson(env, ['purchases', 'approve', String(id)])
}
const browser = await launchBrowser()
try {
  let buyer = 0
  for (const theme of Object.keys(THEMES) as (keyof typeof THEMES)[]) {
    for (const view of VIEWS) {
      const shoot = shooter(`${view.suffix}.${THEMES[theme]}`)
      const page = await openPage(browser, view, theme)
      await shopScreens(page, product.address, shoot, ++buyer, approve)
      await panelScreens(page, product.address, shoot, operator)
      await page.context().close()
    }
  }
  await composeCover()
} finally {
  await browser.close()
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}
