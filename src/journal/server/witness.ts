import type { Sql } from '#platform/server/db/database.ts'
import type { Deed } from '../deeds.ts'
import { isSigned } from './append-entry.ts'

const PAGE = 100

/** Characters of a hash that are enough to compare by eye and too many to find another one. */
const SHORT_HASH = 12

/** The end of every chain, for people to keep outside of the machine: `sitio:1234:3f0c…,rifa:1:…`. */
export async function tellHeads(sql: Sql): Promise<string> {
  const heads = await sql.selectFrom('journal_heads').selectAll().orderBy('ambito').execute()
  return heads.map(tellLine).join(',')
}

/** The last line of that deed of a raffle in the same words; null when there is none. */
export async function tellDeed(sql: Sql, rifa_id: number, deed: Deed): Promise<string | null> {
  const [line] = await sql
    .selectFrom('journal')
    .select(['ambito', 'numero', 'hash'])
    .where('accion', '=', deed)
    .where('rifa_id', '=', rifa_id)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  return line ? tellLine(line) : null
}

function tellLine({ ambito, numero, hash }: { ambito: string; numero: number; hash: string }): string {
  return `${ambito}:${numero}:${hash.slice(0, SHORT_HASH)}`
}

function readHead(told: string): { ambito: string; numero: number; hash: string } | null {
  const [, ambito, numero, hash = ''] = /^(.+):(\d+):([\w-]+)$/.exec(told.trim()) ?? []
  return ambito === undefined || hash.length < SHORT_HASH ? null : { ambito, numero: Number(numero), hash }
}

/**
 * Compares a chain with a noted end of it, `rifa:1:1234:3kVq…`.
 * @returns a sentence if the chain does not continue from there.
 */
export async function compareHead(sql: Sql, told: string): Promise<string | null> {
  const head = readHead(told)
  if (!head) return `No entiendo «${told}»: se escribe cadena:número:huella, como en el correo.`
  const { ambito, numero, hash } = head
  const line = await sql
    .selectFrom('journal')
    .select('hash')
    .where('ambito', '=', ambito)
    .where('numero', '=', numero)
    .executeTakeFirst()
  if (!line) return `diario ${ambito}: se conoce la línea ${numero}, y aquí no está: el diario fue cortado`
  return line.hash.startsWith(hash)
    ? null
    : `diario ${ambito}: la línea ${numero} no es la que se conoce: el diario fue escrito de nuevo`
}

/** Beginning of `datos` in a line about the form in which rows are noted. */
const FORMS = '{"formas":'

/** Lines that record the ends of chains. */
const TELLING = { night: ['noche revisada', '{'], forms: ['filas anotadas', FORMS] } as const

/** Data of such lines, the latest first, with a valid signature only: other lines prove nothing. */
export async function* readTelling(
  sql: Sql,
  key: Uint8Array,
  which: keyof typeof TELLING,
): AsyncGenerator<Record<string, unknown> & { cadenas: readonly string[] }> {
  const [deed, begins] = TELLING[which]
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const lines = await sql
      .selectFrom('journal')
      .selectAll()
      .where('accion', '=', deed)
      .where('datos', 'like', `${begins}%`)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(PAGE)
      .execute()
    for (const line of lines) if (isSigned(key, line)) yield JSON.parse(line.datos)
    const end = lines.at(-1)
    if (!end || lines.length < PAGE) return
    before = end.id
  }
}

async function readTold(sql: Sql, key: Uint8Array, which: keyof typeof TELLING): Promise<(readonly string[])[]> {
  const told: (readonly string[])[] = []
  for await (const { cadenas } of readTelling(sql, key, which)) told.push(cadenas)
  return told
}

/** The ends of chains that no line of the journal records yet. */
export async function untoldHeads(sql: Sql, key: Uint8Array): Promise<string[]> {
  const told = new Set([...(await readTold(sql, key, 'night')), ...(await readTold(sql, key, 'forms'))].flat())
  return (await tellHeads(sql)).split(',').filter((head) => head !== '' && !told.has(head))
}

/** Compares each chain with its ends recorded in the journal: a chain that was cut since contradicts them. */
export async function compareTold(sql: Sql, key: Uint8Array): Promise<string[]> {
  const forms = await readTold(sql, key, 'forms')
  const problems: string[] = []
  for (const head of new Set([...(await readTold(sql, key, 'night')), ...forms].flat())) {
    const problem = await compareHead(sql, head)
    if (problem) problems.push(problem)
  }
  const first = forms.at(-1)
  return first ? [...problems, ...(await listUnsigned(sql, first))] : problems
}

/** Lines from before there were images are not signed: none that came after those which the first telling line knows. */
async function listUnsigned(sql: Sql, known: readonly string[]): Promise<string[]> {
  const ends = new Map(known.map((told) => [readHead(told)?.ambito, readHead(told)?.numero]))
  const unsigned = await sql
    .selectFrom('journal')
    .select(({ fn }) => ['ambito', fn.max('numero').as('numero')])
    .where('firma', 'is', null)
    .groupBy('ambito')
    .orderBy('ambito')
    .execute()
  return unsigned
    .filter(({ ambito, numero }) => Number(numero) > (ends.get(ambito) ?? 0))
    .map(({ ambito, numero }) => `diario ${ambito}: nadie firmó la línea ${numero}`)
}
