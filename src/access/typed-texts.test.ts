import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Calls } from './calls.ts'

/** Characters that reverse direction, are invisible, or mark the byte order: a text with them reads as another one. */
const HIDDEN = ['\u202e', '\u2066', '\u200f', '\u200b', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u3164', '\u2028']

/** Texts that nobody else reads, or that are read by a rule of their own: the end of their names, and why. */
const APART: [RegExp, string][] = [
  [/\.(?:s3_)?(codigo|clave|secreto|actual|id|permiso)$/, 'compared, and shown to nobody'],
  [/^POST \/api\/rifas\/apartado.*\.apartado$/, 'a token: compared, and shown to nobody'],
  [/^POST \/api\/panel\/sitio\.vistos\.|\.antes\.\w+$/, 'compared with what is kept'],
  [/\/(participantes|participantes\/manual|compras\/nueva)\.\w+$/, 'a form: checkPerson (purchases/rules.ts) reads it'],
  [/comprador\.ahora\.\w+$/, 'a form: checkPerson (purchases/rules.ts) reads it'],
  [/\.(numeros_seleccionados|cedula)$/, 'figures: what has none is refused'],
  [/\.(monto|tope_suma)$/, 'an amount: what is none is refused'],
  [/\/extractos(\/vista)?\.mapa$/, 'names of columns, compared with those of the file'],
  [/\/fuentes(\/:id)?\.ajustes$/, 'each has a form of its own (money/source-forms.ts), or is a secret'],
  [/\.(correo|para)$/, 'an address: the mail server reads it'],
]

/** Every text in a call's input, with its path. */
function* textsIn(schema: unknown, path: string): Generator<[string, z.ZodType]> {
  if (!(schema instanceof z.core.$ZodType)) return
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string }
  if (def.type === 'string') return yield [path, schema as z.ZodType]
  if (def.type === 'object') {
    for (const [name, one] of Object.entries(def['shape'] as object)) yield* textsIn(one, `${path}.${name}`)
  }
  if (def.type === 'union') for (const one of def['options'] as unknown[]) yield* textsIn(one, path)
  if (def.type === 'pipe') return yield* textsIn(def['in'], path)
  yield* textsIn(def['innerType'] ?? def['element'] ?? def['valueType'], path)
}

async function bodies(): Promise<[string, unknown][]> {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(^|\/)([\w-]+-)?calls\.ts$/.test(path),
  )
  const tables = await Promise.all(files.map((path) => import(`${root}${path}`) as Promise<Record<string, Calls>>))
  const rows = tables.flatMap((module) => Object.values(module).flatMap((table) => Object.entries(table ?? {})))
  return rows
    .filter(([name]) => /^(POST|PUT|PATCH|DELETE) /.test(name))
    .map(([name, row]) => [name, (row as { body?: unknown }).body])
}

it('no text that a person types and others read turns or hides a part of itself', async () => {
  const wrong: string[] = []
  let looked = 0
  for (const [name, body] of await bodies()) {
    for (const [path, text] of textsIn(body, name)) {
      if (APART.some(([end]) => end.test(path))) continue
      looked++
      const kept = HIDDEN.filter((sign) => {
        const read = text.safeParse(`Moto${sign}200`)
        return read.success && String(read.data).includes(sign)
      })
      if (kept.length > 0) wrong.push(path)
    }
  }
  expect(wrong).toEqual([])
  expect(looked).toBeGreaterThan(60)
})
