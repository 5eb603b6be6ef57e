import { expect, test } from 'vitest'
import { openDesk, reportOne } from '#app/server/testing/desk.ts'
import { openShop, PDF } from '#app/server/testing/shop.ts'
import type { Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { sketchPicture } from '../drawing/draw-picture.ts'
import { bankCapture, EDITS, LAYOUTS, writtenBy } from '../testing/bank-captures.ts'
import { patientDrawer } from '../testing/patient-drawer.ts'
import { CaptureIndex, type Layout, nearest } from './capture-index.ts'
import { createProofMarker } from './mark-proofs.ts'
import { isSamePicture, readSketch, type Sketch } from './same-picture.ts'

const PIXELS = 40_000_000
const sketchOf = async (bytes: Buffer) => readSketch(await sketchPicture(bytes, PIXELS))

/** An index and the sketches that the server would draw again, and the matches in it. */
function openIndex() {
  const index = new CaptureIndex()
  const sketches = new Map<string, Sketch>()
  return (id: string, sketch: Sketch): string[] => {
    const { features, near } = index.search(id, sketch)
    if (features) index.add(id, features)
    sketches.set(id, sketch)
    return near.filter((other) => isSamePicture(sketch, sketches.get(other) as Sketch))
  }
}

test('captures of one app that differ in digits are told apart, and each is found again however it was edited', async () => {
  const look = openIndex()
  const edits = Object.entries(EDITS)
  const missed: string[] = []
  const marked: string[] = []
  const size = { captures: 0, edited: 0 }
  const seed = SEED % 1_000_000
  for (const [at, [layout, draw]] of Object.entries(LAYOUTS).entries()) {
    const first = seed + 10_000 * at
    const captures = at === 0 ? soak(4, 1_000) : soak(2, 150)
    const drawn: Buffer[] = []
    for (let turn = 0; turn < captures; turn++) {
      const capture = await draw(writtenBy(first + turn), turn % 4 === 3)
      drawn.push(capture)
      const found = look(`${layout} ${turn}`, await sketchOf(capture))
      if (found.length > 0) marked.push(`${layout} ${turn}: ${found}`)
    }
    // Each layout continues with the edits where the one before it left off.
    const edited = at === 0 ? soak(edits.length, 500) : soak(2, 84)
    for (let turn = size.edited; turn < size.edited + edited; turn++) {
      const [name = '', edit = async (capture: Buffer) => capture] = edits[turn % edits.length] ?? []
      const of = (turn * 7) % captures
      const capture = await edit(drawn[of] as Buffer)
      if (!look(`edited ${turn}`, await sketchOf(capture)).includes(`${layout} ${of}`))
        missed.push(`${layout}, ${name}`)
    }
    size.captures += captures
    size.edited += edited
  }
  expect(marked.length, `${marked}, seed ${seed}`).toBeLessThanOrEqual(size.captures < 1_000 ? 0 : 1)
  expect(missed.length, `${missed}, seed ${seed}`).toBeLessThanOrEqual(0.05 * size.edited)
})

test('one other digit is another payment, and a capture of the same payment a minute later is the same', async () => {
  const written = { ...writtenBy(1), reference: '004512783390' }
  const original = await sketchOf(await bankCapture(written))
  for (const reference of ['004512783391', '004512783890']) {
    const other = await bankCapture({ ...written, reference })
    expect(isSamePicture(await sketchOf(other), original), reference).toBe(false)
  }
  const later = await bankCapture({ ...written, clock: '23:59' })
  expect(isSamePicture(await sketchOf(later), original)).toBe(true)
})

onSqlite('a capture that was used before', (setup) => {
  test('is found though its first report was decided before anybody looked, and a capture that was not compared is not named', async () => {
    const shop = await openDesk(setup)
    const capture = await bankCapture(writtenBy(1))
    const first = await reportOne(shop, '004512783390', 'V12345678', capture)
    expect((await shop.post(`/compras/${first}/aprobar`, { version: 1 })).statusCode).toBe(200)
    const mark = createProofMarker(shop.ctx, patientDrawer)
    expect(await mark()).toBe(1)
    const checkOf = async (id: number) => {
      const answer = await shop.get(`/compras/${id}`)
      const checks = answer.json().comprobaciones as { sobre: string; detalle: string }[]
      return checks.find(({ sobre }) => sobre === 'comprobante')
    }
    const second = await reportOne(shop, '119988776655', 'V87654321', await EDITS['mirrored']?.(capture))
    // Picking the clean ones waits for the picture.
    expect(await checkOf(second)).toMatchObject({ titulo: 'Falta comparar la imagen', nivel: 'aviso' })
    const page = await reportOne(shop, '330044556677', 'V22333444', PDF)
    expect(await checkOf(page)).toMatchObject({ titulo: 'No encontramos otro igual', nivel: 'bien' })
    const other = await reportOne(shop, '220033445566', 'V11222333', await bankCapture(writtenBy(2)))
    // A process that starts knows the looks of another.
    expect(await createProofMarker(shop.ctx, patientDrawer)()).toBe(3)
    expect(await checkOf(second)).toMatchObject({ nivel: 'grave', compras: [{ id: first }] })
    expect((await checkOf(other))?.detalle).toContain('la imagen con las de los comprobantes que ya leímos')
  })

  test('is found in a shop that had looked at its captures before there were these features', async () => {
    const shop = await openShop(setup)
    const capture = await bankCapture(writtenBy(1))
    const first = await reportOne(shop, '004512783390', 'V12345678', capture)
    await createProofMarker(shop.ctx, patientDrawer)()
    await shop.ctx.db.write('prueba', (tx) =>
      tx
        .updateTable('proof_marks')
        .set({ rasgos: null, visto_en: 0 as Instant })
        .execute(),
    )
    const second = await reportOne(shop, '119988776655', 'V87654321', await EDITS['inverted']?.(capture))
    const mark = createProofMarker(shop.ctx, patientDrawer)
    expect([await mark(), await mark()]).toEqual([2, 0])
    const pairs = await shop.ctx.db.read.selectFrom('similar_proofs').select('otra_compra_id').execute()
    expect(pairs.map(({ otra_compra_id }) => [first, second].includes(otra_compra_id))).toEqual([true])
  })
})

const [CAPTURES, EDITED, LENGTH, DIGITS] = [1_000, 250, 58, 14]

test(`a capture is found though many others were edited in the same way (seed ${SEED})`, () => {
  const random = seededRandom(SEED)
  const word = () => random.below(2 ** 32) | 0
  const noise = () => word() & word() & word()
  // Parts equal in all of an app, those of one of its captures, and the effect of one kind of edit on all of it.
  const fixed = Array.from({ length: LENGTH - DIGITS }, word)
  const edit = fixed.map(() => noise())
  const digits = Array.from({ length: CAPTURES }, () => Array.from({ length: DIGITS }, word))
  const written = (turn: number, edited: boolean) => [
    ...fixed.map((bits, at) => bits ^ (edited ? (edit[at] ?? 0) : 0)),
    ...(digits[turn] ?? []).map((bits) => bits ^ noise()),
  ]
  const rows = digits.map((_, turn) => [`${turn}`, written(turn, false)] as const)
  const others = Array.from({ length: EDITED }, (_, turn) => [`edited ${turn}`, written(turn, true)] as const)
  const all = [...rows, ...others]
  const ink = Int32Array.from(all.flatMap(([, bits]) => bits))
  const layout: Layout = { lines: [], length: LENGTH, ids: all.map(([id]) => id), ink, varies: [], of: 0 }
  for (let turn = EDITED; turn < EDITED + 20; turn++)
    expect(nearest(layout, written(turn, true))[0]?.id, `${turn}`).toBe(`${turn}`)
})
