import { type CalendarDate, dayInCaracas } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutsideError, readOutside } from '#platform/server/http/read-outside.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import type { ResultSuggestion } from '../../deed-contract.ts'
import { readCourse } from '../course.ts'
import { findOpenProposal } from '../store-winners.ts'

const PATIENCE = 5_000
/** Bytes: results of a day are some ten thousand. */
const LARGEST_PAGE = 200_000
/** The columns of the page, in their order. */
const COLUMNS = ['super gana', 'triple gana']

/**
 * Due lottery result on the results page, for its first author to compare: nothing is ever drawn from it. The second person does not see it.
 * @throws AppError 404, 409 YA_HAY_RESULTADO
 */
export async function suggestResult(ctx: Ctx, id: number): Promise<ResultSuggestion> {
  await requireRaffle(ctx.db.read, id)
  if (await findOpenProposal(ctx.db.read, id)) {
    throw refusal('YA_HAY_RESULTADO', { details: 'Quien confirma escribe lo que ve.' })
  }
  const course = await readCourse(ctx, id)
  const premio = course?.standings.findIndex(({ falta, toca }) => toca && falta?.tipo === 'loteria') ?? -1
  const due = course?.standings[premio]?.falta
  const por = course?.frozen.rule.premios[premio]?.por
  if (due?.tipo !== 'loteria' || por?.tipo !== 'loteria') {
    return { dia: dayInCaracas(ctx.clock.now()), resultados: [], fuente: null }
  }
  const names = por.partes.map(({ loteria }) => loteria.trim().toLowerCase())
  const nothing = { dia: due.dia, resultados: names.map(() => null), fuente: null }
  const { resultsUrl } = ctx.config
  if (resultsUrl === null || ctx.clock.now() < due.en || !names.some((name) => COLUMNS.includes(name))) return nothing
  const page = await readPage(ctx, resultsUrl, due.dia)
  if (page === null) return nothing
  const row = resultsAt(page, due.hora)
  return {
    dia: due.dia,
    resultados: names.map((name) => row[COLUMNS.indexOf(name)] ?? null),
    fuente: new URL(resultsUrl).host,
  }
}

async function readPage(ctx: Ctx, address: string, dia: CalendarDate): Promise<string | null> {
  const url = new URL(address)
  url.searchParams.set('bt', dia.split('-').reverse().join('/'))
  try {
    return await readOutside(ctx.fetch, url, {
      types: ['text/html'],
      stop: AbortSignal.timeout(PATIENCE),
      largest: LARGEST_PAGE,
    })
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    ctx.log.warn({ code: error.reason }, 'no results to suggest')
    return null
  }
}

/** The results of the row of that hour, in the order of its columns; null for a number that is missing yet. */
function resultsAt(page: string, hora: string): (string | null)[] {
  const row = page.split(/<tr\b/i).find((part) => hourOf(elementsIn(part, /<th\b/i)[0]?.text ?? '') === hora)
  return elementsIn(row ?? '', /<h3\b/i)
    .filter(({ attributes }) => /\bger\b/.test(attributes))
    .map(({ text }) => (/^\d{3,4}$/.test(text) ? text : null))
}

/** Content of each of those elements up to the next one. Each letter is read once: the answer may come from anybody, and have any length. */
function elementsIn(html: string, begin: RegExp): { attributes: string; text: string }[] {
  const [, ...pieces] = html.split(begin)
  return pieces.flatMap((piece) => {
    const [attributes = '', behind] = cutAt(piece, '>')
    if (behind === null) return []
    return [{ attributes, text: cutAt(behind, '<')[0].replaceAll('&nbsp;', ' ').trim() }]
  })
}

function cutAt(text: string, sign: string): [before: string, behind: string | null] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

/** `22:00` of `10:00 PM`, `10 p. m.` or `22:00`; null of anything else. */
function hourOf(text: string): string | null {
  const [, hour, minutes = '00', half] = /^(\d{1,2})(?::(\d{2}))?\s*(?:([ap])\.?\s*m\.?)?$/i.exec(text) ?? []
  if (hour === undefined) return null
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minutes}`
}
