import { Readable } from 'node:stream'
import { readDocument } from '#draw/server/read-document.ts'
import { readPieces } from '#draw/server/store.ts'
import type { Books } from '#money/books-contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Column } from '../../cell.ts'
import { ACCOUNT_COLUMNS, BOOK_COLUMNS, bookLines } from '../books/export-books.ts'
import { writeCsv } from '../csv.ts'
import { exportJournal, JOURNAL_COLUMNS } from '../export-journal.ts'
import { exportPurchases, PURCHASE_COLUMNS } from '../export-purchases.ts'
import { onePage, pagesOf } from '../pages.ts'
import { exportLinks, exportMovements, LINK_COLUMNS, MOVEMENT_COLUMNS } from './export-money.ts'

/** A file of the dossier, made while it is sent. */
export interface DossierFile {
  nombre: string
  /** Description, for verifiers. */
  dice: string
  /** It names people. */
  personal: boolean
  read: () => Readable
}

/** Files in the dossier of a raffle, in their order; missing parts, such as a draw, are left out. */
export async function dossierFiles(ctx: Ctx, sql: Sql, id: number, books: Books): Promise<DossierFile[]> {
  const document = await readDocument(ctx, id)
  const csv = <Row>(columns: readonly Column<Row>[], pages: AsyncIterable<readonly Row[]>) =>
    Readable.from(writeCsv(columns, pages))
  const whole = (text: string) => Readable.from([text])
  const lines = bookLines(books)
  const files: DossierFile[] = [
    {
      nombre: 'libros.csv',
      dice: 'Lo vendido, lo recibido, lo que falta y lo que hay que devolver, por método y en ambas monedas.',
      personal: false,
      read: () => csv(BOOK_COLUMNS, onePage(lines)),
    },
    {
      nombre: 'cuentas.csv',
      dice: 'Todo lo que entró y salió de las cuentas de la rifa, también de otras rifas y sin reporte.',
      personal: false,
      read: () => csv(ACCOUNT_COLUMNS, onePage(books.cuentas)),
    },
    {
      nombre: 'libros.json',
      dice: 'Los dos anteriores para un programa.',
      personal: false,
      read: () => whole(`${JSON.stringify(books, null, 1)}\n`),
    },
    {
      nombre: 'compras.csv',
      dice: 'Todas las compras de la rifa, con sus números y quién decidió.',
      personal: true,
      read: () => csv(PURCHASE_COLUMNS, exportPurchases(sql, { rifa: id })),
    },
    {
      nombre: 'movimientos.csv',
      dice: 'El dinero que llegó y paga compras de esta rifa, con quién lo envió.',
      personal: true,
      read: () => csv(MOVEMENT_COLUMNS, exportMovements(sql, id)),
    },
    {
      nombre: 'uniones.csv',
      dice: 'Qué movimiento paga qué compra y con cuánto. El número de movimiento es el de movimientos.csv.',
      personal: false,
      read: () => csv(LINK_COLUMNS, exportLinks(sql, id)),
    },
    {
      nombre: 'diario.csv',
      dice: 'Lo que se hizo con la rifa y sus compras, en palabras.',
      personal: true,
      read: () => csv(JOURNAL_COLUMNS, exportJournal(sql, { rifa: id })),
    },
    {
      nombre: 'diario.jsonl',
      dice: 'El diario de la rifa tal como se guardó, cada línea con el código de control que la une a la anterior.',
      personal: true,
      read: () => Readable.from(exportChain(sql, `rifa:${id}`)).map((lines: string[]) => lines.join('')),
    },
  ]
  if (document) {
    files.push({
      nombre: 'sorteo.json',
      dice: 'El documento del sorteo, como se publicó: regla, pasos y códigos de control.',
      personal: false,
      read: () => whole(`${JSON.stringify(document, null, 1)}\n`),
    })
  }
  if (document?.lista_sha256) {
    files.push({
      nombre: 'lista.csv',
      dice: 'La lista congelada de quién tenía cada número. Su código de control es la «lista_sha256» de sorteo.json.',
      personal: false,
      read: () => Readable.from(readPieces(sql, id)),
    })
  }
  return files
}

const PAGE = 500

/** The lines of a chain of the journal as they are kept, one JSON a line, first to last. */
function exportChain(sql: Sql, ambito: string): AsyncGenerator<string[]> {
  return pagesOf(0, async (after) => {
    const lines = await sql
      .selectFrom('journal')
      .select(['ambito', 'numero', 'en', 'actor', 'actor_id', 'accion', 'rifa_id', 'compra_id', 'datos'])
      .select(['filas', 'hash'])
      .where('ambito', '=', ambito)
      .where('numero', '>', after)
      .orderBy('numero')
      .limit(PAGE)
      .execute()
    return { rows: lines.map((line) => `${JSON.stringify(line)}\n`), next: lines.at(-1)?.numero ?? null }
  })
}
