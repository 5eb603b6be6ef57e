import { expect } from 'vitest'
import type { Told } from '#money/movement.ts'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { post } from '../desk.ts'
import {
  ANA,
  call,
  comeIn,
  confirmAll,
  decide,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  join,
  letConfirm,
  list,
  type MoneyDesk,
  marksOf,
  notice,
  openBdvShop,
  openMoneyShop,
  pay,
  stateOf,
  type Telling,
} from './money-shop.ts'
import { bringHere, csv } from './statement-shop.ts'

export const LUIS = { cedula: 'V-87.654.321', telefono: '0416-9998877' }
export const [HIS_PHONE, HIS_DOCUMENT] = [{ telefono_origen: '584169998877' }, { documento_origen: 'V87654321' }]

/** Who reports two tickets. */
const PEOPLE: Record<string, Record<string, string>> = {
  ana: ANA,
  perez: { ...ANA, nombre: 'Ana Perez' },
  luis: LUIS,
  stranger: { cedula: 'V-9.999.999', telefono: '0414-9999999' },
  somebody: {},
}

/** What a source says of its money, in a word. */
const WORDS: Record<string, Partial<Told>> = {
  ...{
    phone: HER_PHONE,
    doc: HER_DOCUMENT,
    'his-phone': HIS_PHONE,
    'his-doc': HIS_DOCUMENT,
    out: { sentido: 'debito' },
  },
  // As Banco de Venezuela prints it.
  printed: { ...HER_DOCUMENT, banco_origen: '0102', concepto: 'PAGOMOVIL BDV V012345678 ANA PEREZ' },
}
const NAMES: Record<string, keyof Told> = {
  ...{ id: 'id_banco', says: 'concepto', name: 'nombre_origen' },
  ...{ phone: 'telefono_origen', doc: 'documento_origen' },
}

/**
 * `doc @0102 067720010001 day17`: a payer, its bank, a number or two, the day or the hour in UTC, and `id=`, `says=`, `name=`, and `phone=` and
 * `doc=` of other people.
 */
function rowOf(text: string): Partial<Told> {
  const row: Partial<Told> = {}
  for (const word of text.split(' ').filter(Boolean)) {
    const [, name = '', value = ''] = /^(day|at|@|\w+=)(.+)$/.exec(word) ?? []
    if (/^\d+$/.test(word))
      Object.assign(row, { [row.referencia === undefined ? 'referencia' : 'referencia_otra']: word })
    else if (name === '@') row.banco_origen = value
    else if (name === 'day') row.dia = `2026-11-${value}` as CalendarDate
    else if (name === 'at') row.en = Date.parse(`2026-11-20T${value}:00Z`) as Instant
    else if (name.slice(0, -1) in NAMES)
      Object.assign(row, { [NAMES[name.slice(0, -1)] as string]: value.replaceAll('_', ' ') })
    else if (word in WORDS) Object.assign(row, WORDS[word])
    else throw new Error(`no word of a row: ${word}`)
  }
  return row
}

/** `call bdv: row | row`, and so `list`, `file` and `notice`; a list is another one under a name: `list bdv later: row`. */
const TELLING = /^(call|list|file|notice) (\w+)(?: (\w+))?:(.*)$/

export function tellingOf(line: string): Telling {
  const [, kind, of, name, rows = ''] = TELLING.exec(line) ?? []
  const said = { call, list, file, notice }[kind as 'call'](of as 'bdv')
  return [rows.split('|').map(rowOf), name === undefined ? said : { ...said, crudo_sha256: name }]
}

export const tellingsIn = (lines: readonly string[]) => lines.filter((line) => TELLING.test(line)).map(tellingOf)

/** Stories of a text: the title of each, and its lines, which are indented. `{one/other}` tells two of them, word by word. */
export function stories(text: string): [title: string, lines: string[]][] {
  const all: string[][] = []
  for (const line of text.split('\n').filter((one) => one.trim() !== ''))
    if (line.startsWith(' ')) all.at(-1)?.push(line.trim())
    else all.push([line])
  return all.flatMap((story) => {
    const ways = /\{(.*?)\}/.exec(story[0] ?? '')?.[1]?.split('/').length ?? 1
    return Array.from({ length: ways }, (_, way) => {
      const told = story.map((line) => line.replace(/\{(.*?)\}/g, (_all, words: string) => words.split('/')[way] ?? ''))
      return [told[0] ?? '', told.slice(1)] as [string, string[]]
    })
  })
}

/** Rows of a statement between bars: `fees 510` are as many commissions, `others 10` payments of a smaller price. */
export function rowsIn(text: string): string[] {
  return text.split(' | ').flatMap((row) => {
    const [, kind, count] = /^(fees|others) (\d+)$/.exec(row) ?? []
    const many = (one: (at: number) => string) => Array.from({ length: Number(count) }, (_, at) => one(at))
    if (kind === 'fees') return many((at) => `20/11/2026;0677${20_010_001 + at};COMISION;20,${10 + (at % 90)};`)
    if (kind === 'others')
      return many((at) => `20/11/2026;0677${30_000_000 + at};PAGOMOVIL BDV V0${20_000_000 + at} LUIS PAZ;;20,00`)
    return row
  })
}

const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number)

/** `nombre=Ana_Pérez`: fields of a report. */
const fieldsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value = '']) => [name, value.replaceAll('_', ' ')]),
  )

/**
 * Plays a story in a shop of its own, which a line `at` chooses: `bdv` for its bank, `alone` where the owner's setting confirms, `eager` where
 * somebody confirms what is exact after every line. Sources tell (`TELLING`), a person brings a statement, people report
 * (`ana 30906155 on 17`, `ana 30906155 as nombre=Ana`), and the other lines act on reports and movements by their places from 1, or say
 * what there is.
 */
export async function play(
  setup: Setup,
  lines: readonly string[],
  more: Record<string, (shop: MoneyDesk) => Promise<unknown>> = {},
): Promise<void> {
  const at = lines.filter((line) => line.startsWith('at ')).join(' ')
  const shop = await (at.includes('bdv') ? openBdvShop : openMoneyShop)(setup)
  if (at.includes('alone')) await letConfirm(shop)
  const confirm = () => (at.includes('alone') ? createMoneyWatch(shop.ctx)() : confirmAll(shop))
  const reports: number[] = []
  const count = async () =>
    (await Promise.all(reports.map((id) => stateOf(shop, id)))).filter((one) => one === 'confirmado')
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? []
    const [first = 0, second = first] = numbers(rest)
    if (TELLING.test(line)) await comeIn(shop, ...tellingOf(line))
    else if (word in PEOPLE) {
      const [said = '', as = ''] = rest.split(' as ')
      const [referencia = '', day] = said.split(' on ')
      const own = { ...(day && { fecha: `2026-11-${day}` }), ...fieldsOf(as) }
      reports.push(await pay(shop, referencia, { ...PEOPLE[word], ...own }))
    } else if (word === 'brings') await bringHere(shop, csv(...rowsIn(rest)))
    else if (word === 'tries') await Promise.resolve(confirm()).then(() => confirmAll(shop))
    else if (word === 'looks') await createMoneyWatch(shop.ctx)()
    else if (word === 'confirms')
      expect(new Set(await confirmAll(shop)), line).toEqual(new Set(numbers(rest).map((place) => reports[place - 1])))
    else if (word === 'waits') expect(await stateOf(shop, reports[first - 1] ?? 0), line).toBe('en revision')
    else if (word === 'pays') {
      expect((await count()).length, line).toBeGreaterThanOrEqual(first)
      expect((await count()).length, line).toBeLessThanOrEqual(second)
    } else if (word === 'marks')
      expect(await marksOf(shop), line).toEqual(rest.split(' ').map((one) => (one === '-' ? null : Number(one))))
    else if (word === 'payments')
      expect(
        (await marksOf(shop)).filter((mark) => mark === null),
        line,
      ).toHaveLength(first)
    else if (word === 'joins') expect((await join(shop, reports[first - 1] ?? 0, second)).statusCode, line).toBe(200)
    else if (word === 'approves') {
      const path = `/compras/${reports[first - 1]}/aprobar`
      const answer = await post(shop, shop.headers, path, { version: 1, motivo: 'Lo vi en la cuenta.' })
      expect(answer.statusCode, answer.body).toBe(200)
    } else if (['devuelto', 'ignorado', 'otra'].includes(word)) await decide(shop, first, word)
    else if (word !== 'at') await (more[word] as (shop: MoneyDesk) => Promise<unknown>)(shop)
    if (at.includes('eager')) await confirm()
  }
}
