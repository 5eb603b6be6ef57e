import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { PanelFailure } from '../api.ts'
import { problemsIn } from './problems.ts'
import { type Form, useForm } from './use-form.ts'

const words = z.object({ titulo: z.string(), pie: z.string() })
type Words = z.infer<typeof words>

const SAVED: Words = { titulo: 'Moto', pie: 'Gracias' }

let kept: string | null
beforeEach(() => {
  kept = null
  vi.stubGlobal('localStorage', { getItem: () => kept })
  return () => vi.unstubAllGlobals()
})

function Probe({
  saved,
  version,
  onForm,
}: {
  saved: Words
  version: number
  onForm: (form: Form<Words, Words>) => void
}) {
  onForm(useForm({ saved, version, draftOf: (base) => base, check: () => ({}), keep: { name: 'x', base: words } }))
  return null
}

/** The form as it opens over saved values. */
function open(saved: Words, version: number): Form<Words, Words> {
  const drawn: Form<Words, Words>[] = []
  renderToString(<Probe saved={saved} version={version} onForm={(form) => drawn.push(form)} />)
  const form = drawn.at(-1)
  if (!form) throw new Error('the form was not drawn')
  return form
}

const keep = (version: unknown, base: unknown, draft: unknown) => {
  kept = JSON.stringify({ version, base, draft })
}

test('text typed before a reload is in the form again, over the seen one', () => {
  keep(3, SAVED, { ...SAVED, titulo: 'Moto nueva' })
  const form = open(SAVED, 3)
  expect(form).toMatchObject({ draft: { titulo: 'Moto nueva', pie: 'Gracias' }, changed: ['titulo'], version: 3 })
  expect(form).toMatchObject({ restored: true, moved: false })
})

test('a change that somebody else saved is told, and only typed fields count as one’s own', () => {
  keep(3, SAVED, { ...SAVED, titulo: 'Moto nueva' })
  const form = open({ titulo: 'Moto', pie: 'Otro pie' }, 4)
  expect(form).toMatchObject({ moved: true, restored: true, changed: ['titulo'], version: 3, saved: SAVED })
})

test('without versions, untyped fields are shown as they are now', () => {
  keep(0, SAVED, { ...SAVED, titulo: 'Moto nueva' })
  const form = open({ titulo: 'Moto', pie: 'Otro pie' }, 0)
  expect(form).toMatchObject({ draft: { titulo: 'Moto nueva', pie: 'Otro pie' }, changed: ['titulo'], moved: false })
})

test('a draft that is saved by now, of another form, or unreadable is not restored', () => {
  const other = { ...SAVED, titulo: 'Moto nueva' }
  for (const [version, base, draft] of [
    [3, SAVED, SAVED],
    [3, { titulo: 'Antes', pie: 'Gracias' }, SAVED],
    ['3', SAVED, other],
    [3, { titulo: 5 }, other],
    [3, SAVED, { titulo: 5 }],
    [3, SAVED, null],
  ] as const) {
    keep(version, base, draft)
    expect(open(SAVED, 3)).toMatchObject({ draft: SAVED, dirty: false, restored: false })
  }
  for (const broken of ['{', 'null', '5', '[]']) {
    kept = broken
    expect(open(SAVED, 3).dirty).toBe(false)
  }
})

test('a refusal is shown under its field, without naming it again', () => {
  const refusal = new PanelFailure(422, {
    campos: { 'campos.precio': 'precio: escribe un monto', email: 'Falta: correo.' },
  })
  expect(problemsIn(refusal)).toEqual({ precio: 'Escribe un monto', email: 'Falta: correo.' })
})

const PROPOSED: Words = { titulo: 'Propuesto', pie: '' }

function Unsaved({ onForm }: { onForm: (form: Form<Words | null, Words>) => void }) {
  const draftOf = (base: Words | null) => base ?? { titulo: '', pie: '' }
  const keep = { name: 'x', base: words.nullable(), draft: words }
  onForm(useForm<Words | null, Words>({ saved: null, first: PROPOSED, draftOf, check: () => ({}), keep }))
  return null
}

test('over nothing saved, typed text is in the form again, and its initial values alone count as nothing typed', () => {
  const drawn: Form<Words | null, Words>[] = []
  const draw = () => renderToString(<Unsaved onForm={(form) => drawn.push(form)} />)
  keep(0, null, PROPOSED)
  draw()
  expect(drawn.at(-1)).toMatchObject({ draft: PROPOSED, saved: null, restored: false, typed: false })
  keep(0, null, { ...PROPOSED, pie: 'Mío' })
  draw()
  expect(drawn.at(-1)).toMatchObject({ draft: { titulo: 'Propuesto', pie: 'Mío' }, restored: true, typed: true })
})
