import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { readBooks } from '#reconciliation/server/books/read-books.ts'
import { readSite } from '#site/server/read-site.ts'
import { dossierFiles } from './dossier-files.ts'
import { dossierPage, type Listed } from './dossier-page.ts'

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
