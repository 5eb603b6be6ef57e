import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CONSOLE } from '#journal/actor.ts'
import { dossierName, noteDossier } from '#reports/server/dossier/send-dossier.ts'
import { writeDossier } from '#reports/server/dossier/write-dossier.ts'
import { type Command, idArgument, UsageError } from './command.ts'

export const dossierCommand: Command = {
  name: 'raffles dossier',
  usage: '<id> --to <carpeta>',
  summary: 'el expediente de una rifa para su contador: compras, dinero, diario, sorteo y libros, con sus huellas',
  async run(ctx, args, { to }) {
    const id = idArgument(args)
    if (to === undefined) throw new UsageError('Indica la carpeta: --to <carpeta>.')
    const path = join(to, dossierName(ctx, id))
    // Under another name until it is whole.
    const part = `${path}.parte`
    const hash = createHash('sha256')
    let bytes = 0
    try {
      await ctx.db.consistent(async (sql) => {
        const zip = await writeDossier(ctx, sql, id)
        await noteDossier(ctx, CONSOLE, id)
        const count = new Transform({
          transform(piece: Buffer, _encoding, done) {
            hash.update(piece)
            bytes += piece.length
            done(null, piece)
          },
        })
        await pipeline(zip, count, createWriteStream(part, { mode: 0o600, flush: true }))
      })
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    const sha256 = hash.digest('hex')
    return { data: { archivo: path, bytes, sha256 }, text: `${path}\nSHA-256 ${sha256}` }
  },
}
