import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Books } from '#money/books-contract.ts'
import { readBooks } from '#money/server/books/read-books.ts'
import { formatInstant, type Instant } from '#platform/clock.ts'
import { formatCount } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { readSite } from '#site/server/read-site.ts'
import { escapeXml } from '../xlsx.ts'
import { dossierFiles } from './dossier-files.ts'

/**
 * The dossier of a raffle for its accountant or the regulator, as a zip that is made while it is sent: nothing waits for the last row.
 * After its files follow the manifest with the SHA-256 of each, and a page that tells how to check them.
 * @param sql reads one instant, until the last byte was taken.
 * @throws AppError 404, before the first byte
 */
export async function writeDossier(ctx: Ctx, sql: Sql, id: number): Promise<Readable> {
  const [books, site] = await Promise.all([readBooks(ctx, sql, id), readSite(ctx)])
  const files = await dossierFiles(ctx, sql, id, books)
  const zip = new ZipFile()
  const output = new PassThrough()
  ;(zip.outputStream as unknown as Readable).pipe(output)
  const listed: Listed[] = []
  let reading: Readable | null = null
  output.once('close', () => reading?.destroy())
  const write = async () => {
    for (const { nombre, dice, personal, read } of files) {
      if (output.destroyed) return
      const hash = createHash('sha256')
      let bytes = 0
      const through = new Transform({
        transform(piece: Buffer, _encoding, done) {
          hash.update(piece)
          bytes += piece.length
          done(null, piece)
        },
      })
      const source = read()
      source.once('error', (error) => output.destroy(error))
      reading = source
      zip.addReadStream(source.pipe(through), nombre)
      await once(through, 'end')
      listed.push({ nombre, bytes, sha256: hash.digest('hex'), personal, dice })
    }
    const { rifa, hecho_en } = books
    const manifest = Buffer.from(
      `${JSON.stringify({ formato: 'tombola-expediente-1', sitio: site.nombre, rifa, hecho_en, archivos: listed }, null, 1)}\n`,
    )
    zip.addBuffer(manifest, 'manifiesto.json')
    // As `sha256sum -c` reads it.
    zip.addBuffer(Buffer.from(listed.map(({ sha256, nombre }) => `${sha256}  ${nombre}\n`).join('')), 'SHA256SUMS')
    const sha256 = createHash('sha256').update(manifest).digest('hex')
    zip.addBuffer(Buffer.from(dossierPage({ sitio: site.nombre, books, listed, manifest: sha256 })), 'LEEME.html')
    zip.end()
  }
  write().catch((error: unknown) => output.destroy(error as Error))
  return output
}

/** A file in the manifest. */
interface Listed {
  nombre: string
  bytes: number
  sha256: string
  personal: boolean
  dice: string
}

interface Page {
  sitio: string
  books: Books
  listed: readonly Listed[]
  /** SHA-256 of the manifest. */
  manifest: string
}

/** Page that tells how to check the files next to it; it needs no line and runs nothing. */
function dossierPage({ sitio, books: { rifa, hecho_en, total }, listed, manifest }: Page): string {
  const rows = listed
    .map(
      ({ nombre, dice, bytes, sha256, personal }) =>
        `<tr><th scope="row">${escapeXml(nombre)}</th><td>${escapeXml(dice)}${personal ? ' <b>Datos personales.</b>' : ''}</td><td>${formatCount(bytes)}</td><td><code>${sha256}</code></td></tr>`,
    )
    .join('\n')
  return `<!doctype html>
<html lang="es-VE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Expediente de ${escapeXml(rifa.titulo)}</title>
<style>
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #131a24; background: #fff; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.375rem; border-bottom: 1px solid #b5bcc6; text-align: start; vertical-align: top; }
code, pre { overflow-wrap: anywhere; white-space: pre-wrap; font-size: 0.875rem; }
</style>
</head>
<body>
<h1>Expediente de ${escapeXml(rifa.titulo)}</h1>
<p>${escapeXml(sitio)}, rifa ${rifa.id}. Hecho el ${formatInstant(Date.parse(hecho_en) as Instant)}</p>
<p>${formatCount(total.confirmadas)} compras confirmadas, ${formatCount(total.en_revision)} en revisión y ${formatCount(total.caidas)} rechazadas o anuladas; ${formatCount(total.boletos)} boletos.</p>
<h2>Qué hay</h2>
<table>
<thead><tr><th scope="col">Archivo</th><th scope="col">Qué es</th><th scope="col">Bytes</th><th scope="col">SHA-256</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
<h2>Cómo comprobarlo</h2>
<ol>
<li><b>Que nada cambió desde que se hizo.</b> En la carpeta donde lo descomprimiste: <code>sha256sum -c SHA256SUMS</code>. En Windows, para cada archivo: <code>certutil -hashfile compras.csv SHA256</code>. Cada código de control es el de esta tabla y el de <code>manifiesto.json</code>, cuyo código es <code>${manifest}</code>. Pídele ese código al operador por otro medio: quien cambie los archivos puede cambiar también esta página.</li>
<li><b>Que los libros cuadran.</b> En <code>libros.csv</code>, para cada línea: Confirmado más Por verificar es Vendido, y Recibido más Falta cobrar es Vendido más Por devolver, al céntimo. En <code>uniones.csv</code>, Monto más Sobra menos Se lo llevó el banco es, de un método, su Recibido sin el efectivo. En <code>cuentas.csv</code>, lo que está antes de Entró lo suma. Ningún movimiento de <code>movimientos.csv</code> usa más que su monto.</li>
<li><b>Que el diario está completo.</b> En <code>diario.jsonl</code> los números van de 1 en 1, y el código de control de cada línea, <code>hash</code>, es el SHA-256 de la lista JSON <code>[hash anterior, ambito, numero, en, actor, accion, rifa_id, compra_id, datos]</code>, con <code>actor_id</code> y <code>filas</code> al final cuando no son nulos, <code>datos</code> y <code>filas</code> como los textos que son y nada entre las comas. El anterior es el de la línea de antes; el de la primera, un texto vacío.</li>
<li><b>Que el sorteo es el que se publicó.</b> Si hay <code>sorteo.json</code>: el código de control de <code>lista.csv</code> es su «lista_sha256», y la página pública de la rifa, «Verificar el sorteo», hace el sorteo otra vez con los mismos datos.</li>
</ol>
<p>Lo marcado con «Datos personales» nombra a compradores: guárdalo y bórralo como manda la ley.</p>
</body>
</html>
`
}
