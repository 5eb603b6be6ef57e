import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { importStatement } from '#money/server/bank/statements/import-statement.ts'
import { createReader } from '#money/server/bank/statements/reading/start-reading.ts'
import { LAYOUTS } from '#money/server/bank/statements/testing/write-statements.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PurchaseState } from '#purchases/contract.ts'
import { viewDrawer } from '#review/server/drawing/drawer.ts'
import { createProofMarker } from '#review/server/proof/mark-proofs.ts'
import { DESK, launchBrowser } from '../e2e/support/launch.ts'
import { enter } from '../e2e/support/owner.ts'
import type { Engine } from './engines.ts'
import { ACCOUNTS, inventDay, KINDS, type Kind, openPaidShop, type Report, sendReport } from './paid-day.ts'
import { startOurs } from './server-process.ts'
import { ACTOR } from './shop.ts'
import { atLeast, atMost, type Row, told } from './table.ts'

const OPERATOR = { nombre: 'Operadora', correo: 'operadora@ejemplo.test', clave: 'una frase larga y propia' }
const AT_ONCE = 4
/** Before this the desk takes no key. */
const LOOK = 500
const PATIENCE = 600_000

/** How a purchase was confirmed; `asked` are those of which key A asks first. */
const WAYS = ['exact', 'clean', 'key A', 'asked'] as const
type Way = (typeof WAYS)[number]

/**
 * A day of a reviewer (paid-day.ts): 400 reports to three accounts, then the statements of two of them, the exact ones, «Elegir limpios» until
 * there are none, and key A once on each that is left. Nobody looks at anything: what is confirmed so, the screens invited to.
 */
export async function measure(engine: Engine): Promise<Row[]> {
  const home = await engine.newHome()
  const ctx = await openPaidShop(home)
  await createOperator(ctx, { ...OPERATOR, rol: 'revisor' }, ACTOR)
  await using server = await startOurs(home)
  await using browser = await launchBrowser()
  try {
    const day = inventDay()
    const idOf = new Map<number, Report>()
    const refused: Report[] = []
    for (let at = 0; at < day.reports.length; at += AT_ONCE) {
      const some = day.reports.slice(at, at + AT_ONCE)
      // A repeated report comes after the first.
      const sent = await Promise.all(some.map(async (one) => ({ one, id: await sendReport(server.url, one) })))
      for (const { id, one } of sent) {
        if (id === null) refused.push(one)
        else idOf.set(id, one)
      }
    }
    // As the server does by itself, with a drawer that gives way to nothing.
    const mark = createProofMarker(ctx, viewDrawer)
    while ((await mark()) > 0) {}
    for (const account of ACCOUNTS) {
      const layout = LAYOUTS.find(({ archivo }) => archivo === account.archivo)
      if (!layout) throw new Error(`no layout is called ${account.archivo}`)
      const bytes = await layout.write(day.lines.filter(({ cuenta }) => cuenta === account.metodo_id))
      const file = { metodo_id: account.metodo_id, mapa: null, nombre: account.archivo, bytes: Buffer.from(bytes) }
      const { rechazados } = await importStatement(ctx, file, ACTOR, createReader())
      if (rechazados > 0) throw new Error(`${rechazados} rows of ${account.archivo} were refused`)
    }
    const page = await browser.newPage({ viewport: DESK, locale: 'es-VE' })
    await enter(page, `${server.url}/panel/revision`, OPERATOR)
    const way = new Map<number, Way>()
    const note = async (how: Way) => {
      for (const [id, estado] of await statesOf(ctx)) if (estado === 'confirmado' && !way.has(id)) way.set(id, how)
    }
    let taps = await confirmExact(page, server.url)
    await note('exact')
    const said = await readDesk(
      page,
      [...idOf.keys()].filter((id) => !way.has(id)),
    )
    taps += await approveClean(page, server.url)
    await note('clean')
    for (const id of [...idOf.keys()].filter((one) => !way.has(one))) {
      way.set(id, (await pressA(page, id)) ? 'key A' : 'asked')
      taps++
    }
    return [...rowsOf(idOf, way, said, refused), chosen(idOf, way), proven(idOf, way, taps)]
  } finally {
    await ctx.db.close()
  }
}

async function statesOf(ctx: Ctx): Promise<Map<number, PurchaseState>> {
  const rows = await ctx.db.read.selectFrom('purchases').select(['id', 'estado']).execute()
  return new Map(rows.map(({ id, estado }) => [id, estado]))
}

/** @returns taps. */
async function confirmExact(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/panel/conciliacion`)
  await page.locator('.act-go:not([aria-disabled="true"])').click()
  const sure = page.getByRole('dialog', { name: 'Confirmar las exactas' })
  await sure.getByRole('button', { name: /^Confirmar \d/ }).click()
  await sure.getByRole('heading', { name: /^(\d+) de \1 confirmados/ }).waitFor({ timeout: PATIENCE })
  await sure.getByRole('button', { name: 'Listo' }).click()
  return 3
}

/** The desk's headline of each, worst first. */
async function readDesk(page: Page, ids: readonly number[]): Promise<Map<number, string>> {
  const said = new Map<number, string>()
  for (const id of ids) {
    const { nivel, checks } = await page.evaluate(async (one) => {
      const answer = await fetch(`/api/panel/compras/${one}`, { headers: { 'x-tombola': 'panel' } })
      const { nivel, comprobaciones } = (await answer.json()) as {
        nivel: string
        comprobaciones: { nivel: string; titulo: string }[]
      }
      return { nivel, checks: comprobaciones }
    }, id)
    said.set(id, nivel === 'bien' ? 'clean' : (checks.find((check) => check.nivel === nivel)?.titulo ?? nivel))
  }
  return said
}

/** «Elegir limpios» and Aprobar, until nothing is clean. @returns taps. */
async function approveClean(page: Page, address: string): Promise<number> {
  let taps = 0
  for (;;) {
    await page.goto(`${address}/panel/revision`)
    await page.getByRole('button', { name: 'Elegir varios' }).click()
    const clean = page.getByRole('button', { name: /^Elegir limpios/ })
    await clean.waitFor()
    if (await clean.isDisabled()) return taps
    await clean.click()
    await page.getByRole('button', { name: 'Aprobar…' }).click()
    await page.getByRole('button', { name: /^Aprobar \d+ pagos?$/ }).click()
    const result = page.getByRole('dialog', { name: 'Resultado' })
    await result.getByRole('button', { name: 'Listo' }).click({ timeout: PATIENCE })
    taps += 5
  }
}

/** @returns whether that key alone approved it. */
async function pressA(page: Page, id: number): Promise<boolean> {
  const path = `/panel/revision/${id}`
  await page.evaluate(`history.pushState(null, '', '${path}')`)
  await page.locator('.bar-approve').waitFor()
  await sleep(LOOK)
  await page.keyboard.press('a')
  const asks = page.locator('dialog[open]')
  await Promise.race([asks.waitFor(), page.waitForURL(({ pathname }) => pathname !== path)])
  if ((await asks.count()) === 0) return true
  await page.keyboard.press('Escape')
  await asks.waitFor({ state: 'detached' })
  return false
}

/** A line for each kind: how many of it the screens confirmed with a tap. */
function rowsOf(
  idOf: ReadonlyMap<number, Report>,
  way: ReadonlyMap<number, Way>,
  said: ReadonlyMap<number, string>,
  refused: readonly Report[],
) {
  return Object.entries(KINDS).map(([kind, { trap, what }]): Row => {
    const ids = [...idOf].filter(([, one]) => one.kind === (kind as Kind)).map(([id]) => id)
    const confirmed = ids.filter((id) => way.get(id) !== 'asked').length
    const ways = WAYS.map((one) => [one, ids.filter((id) => way.get(id) === one).length] as const)
    const texts = Map.groupBy(
      ids.flatMap((id) => said.get(id) ?? []),
      (text) => text,
    )
    const gone = refused.filter((one) => one.kind === kind).length
    const note = [
      ...(gone > 0 ? [`${gone} refused when they were sent`] : []),
      ways.flatMap(([one, count]) => (count === 0 ? [] : `${count} ${one}`)).join(', '),
      ...[...texts].map(([text, those]) => `${text}: ${those.length}`),
    ]
    const [of, about] = [`${confirmed} of ${ids.length + gone}`, note.filter(Boolean).join('; ')]
    const measure = `a reviewer's day: ${what}`
    return trap ? atMost({ measure, value: confirmed, limit: 0, says: of, note: about }) : told(measure, of, about)
  })
}

/** Choice of «Elegir limpios»: something, and nothing that needs a second look. */
function chosen(idOf: ReadonlyMap<number, Report>, way: ReadonlyMap<number, Way>): Row {
  const clean = [...idOf].filter(([id]) => way.get(id) === 'clean')
  if (clean.length === 0) throw new Error('«Elegir limpios» chose nothing')
  const wrong = clean.filter(([, { kind }]) => KINDS[kind].trap).length
  return atMost({
    measure: "a reviewer's day: wrong ones that «Elegir limpios» chose",
    value: wrong,
    limit: 0,
    says: `${wrong} of ${clean.length}`,
    note: 'all with a hold; nobody tells of Zelle',
  })
}

/**
 * Of what the statements can prove, all is exact; and no payment confirms twice. A payment that another report of the same amount names
 * is not proven.
 */
function proven(idOf: ReadonlyMap<number, Report>, way: ReadonlyMap<number, Way>, taps: number): Row {
  const named = Map.groupBy([...idOf.values()], ({ fields }) => `${fields['referencia']} ${fields['total']}`)
  const paid = [...idOf].filter(([, one]) => one.kind === 'good' && one.paid)
  const sure = paid.filter(([, { fields }]) => named.get(`${fields['referencia']} ${fields['total']}`)?.length === 1)
  const exact = sure.filter(([id]) => way.get(id) === 'exact').length
  return atLeast({
    measure: "a reviewer's day: paid as asked, and the statements prove it",
    value: exact,
    limit: sure.length,
    says: `${exact} of ${sure.length}`,
    note: `exact; ${paid.length - sure.length} more whose reference and amount another report names too; ${taps} taps and keys for ${idOf.size} reports`,
  })
}
