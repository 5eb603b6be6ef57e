import { createHash } from 'node:crypto'
import { addDays, type CalendarDate, type Instant, startOfDay } from '#platform/clock.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { StatementPreview } from '../../../statement-contract.ts'
import { EarlierParts } from '../earlier-parts.ts'
import { foreseeMovements } from '../record-movements.ts'
import { openStatement, toldOf } from './open-statement.ts'
import { COMPARED, statementWarnings } from './other-account.ts'
import type { ReadHead, ReadRow } from './reading/answer.ts'
import { plainName } from './reading/find-columns.ts'
import type { ReadFile } from './reading/start-reading.ts'
import type { ChosenFile } from './receive-statement.ts'

/** Rows that are shown as they are read, and of the file as it is. */
const SHOWN = 8
const AS_IT_IS = 12

/** A statement's contents and what it would bring, before anything is written. @throws AppError as openStatement */
export async function previewStatement(ctx: Ctx, file: ChosenFile, reading?: ReadFile): Promise<StatementPreview> {
  const { method, sha256, cuenta, read } = await openStatement(ctx, file, reading)
  const { head } = read
  const counts = { nuevos: 0, repetidos: 0, conocidos: 0, posibles: 0 }
  const seen = new SeenRows()
  const filas: StatementPreview['filas'] = []
  const earlier = new EarlierParts()
  const word = wordOf(method.id, sha256, head, ctx)
  for (const rows of read.parts()) {
    const told = rows.map((row) => toldOf(row, method))
    const foreseen = await foreseeMovements(ctx.db.read, word, told, earlier)
    counts.nuevos += foreseen.nuevos.length
    for (const name of ['repetidos', 'conocidos', 'posibles'] as const) counts[name] += foreseen[name]
    seen.add(rows)
    // A row that is set aside counts for what an earlier file brought, and is no row of this one.
    for (const { fila, dia, referencia, concepto, sentido, centimos, deshace } of rows)
      if (!deshace) filas.push({ fila, dia, referencia, concepto, sentido, monto: moneyOfCents(centimos) })
    filas.sort((a, b) => a.fila - b.fila).splice(SHOWN)
  }
  const { avisos, duda } = await statementWarnings(ctx.db.read, method, head, cuenta, seen.some, sha256)
  return {
    archivo: { nombre: file.nombre, bytes: file.bytes.length, sha256 },
    formato: head.formato,
    cuenta: { ...cuenta, duda },
    mapa: head.mapa,
    mapa_de: head.mapa_de,
    columnas: head.columnas,
    muestra: head.muestra.slice(0, AS_IT_IS),
    filas,
    cuentas: { leidos: seen.count + head.rechazados, ...counts, rechazados: head.rechazados, omitidos: head.omitidos },
    moneda: method.moneda,
    ...seen.sums(),
    desde: seen.desde,
    hasta: seen.hasta,
    preguntas: head.preguntas,
    recordadas: head.recordadas,
    rechazadas: head.rechazadas,
    omitidas: head.omitidas,
    avisos,
  }
}

/** What the rows of a file say together, whose parts are added one by one. */
export class SeenRows {
  readonly #of = { credito: { centimos: 0n, cantidad: 0 }, debito: { centimos: 0n, cantidad: 0 } }
  desde: CalendarDate | null = null
  hasta: CalendarDate | null = null
  /** The last hour of its newest day; null where a row of that day has none. */
  #hora: number | null = null
  /** Its first rows, up to `COMPARED`, in any order. */
  readonly some: ReadRow[] = []
  count = 0
  /** With those that take something back. */
  all = 0

  add(given: readonly ReadRow[]): void {
    const rows = given.filter(({ deshace }) => !deshace)
    this.all += given.length
    for (const { sentido, centimos, dia, en } of rows) {
      this.#of[sentido].centimos += BigInt(centimos)
      this.#of[sentido].cantidad++
      if (this.desde === null || dia < this.desde) this.desde = dia as CalendarDate
      if (this.hasta === null || dia > this.hasta) [this.hasta, this.#hora] = [dia as CalendarDate, en]
      else if (dia === this.hasta) this.#hora = this.#hora && en && Math.max(this.#hora, en)
    }
    this.some.push(...rows.filter(({ fila }) => fila <= COMPARED))
    this.count += rows.length
  }

  /** Until when the file tells of its account: the last hour of its newest day, or else the end of it; now, when that day is not over. */
  readUntil(now: Instant): Instant | null {
    const end = this.hasta && Math.min(this.#hora ?? startOfDay(addDays(this.hasta, 1)), now)
    return end as Instant | null
  }

  /** Sums of money in and money out. */
  sums(): Pick<StatementPreview, 'sumas' | 'cantidades'> {
    const { credito, debito } = this.#of
    return {
      sumas: { creditos: moneyOfCents(credito.centimos), debitos: moneyOfCents(debito.centimos) },
      cantidades: { creditos: credito.cantidad, debitos: debito.cantidad },
    }
  }
}

/**
 * A statement as a source, of an account. One file has two names where it is read by two maps, or was read while the names of its rows
 * (`nameOf`) had no hour and payer. The end is that of the columns of its references and days.
 */
export function wordOf(
  metodo_id: number,
  sha256: string,
  { mapa, columnas }: Pick<ReadHead, 'mapa' | 'columnas'>,
  { clock }: Pick<Ctx, 'clock'>,
) {
  const hash = (read: unknown, length: number) =>
    createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, length)
  const named = (['referencia', 'fecha'] as const).map((field) =>
    plainName(columnas[mapa?.columnas[field] ?? -1] ?? ''),
  )
  const crudo_sha256 = `${sha256}.${hash(['hora y pagador', mapa], 8)}.${hash(named, 4)}`
  return { metodo_id, fuente: 'extracto', confianza: 'extracto', crudo_sha256, now: clock.now() } as const
}
