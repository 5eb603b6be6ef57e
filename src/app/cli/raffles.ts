import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CONSOLE } from '#journal/actor.ts'
import { parse } from '#platform/server/http/parse.ts'
import { measuring } from '#platform/server/object-store/pieces.ts'
import { raffleState } from '#raffles/contract.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { goOn } from '#raffles/server/restored.ts'
import { listRaffles } from '#raffles/server/store.ts'
import { dossierName, noteDossier } from '#reports/server/dossier/send-dossier.ts'
import { writeDossier } from '#reports/server/dossier/write-dossier.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { findStock } from '#tickets/server/store.ts'
import { type Command, idArgument, jsonArgument, table, UsageError } from './command.ts'

export const raffleCommands: Command[] = [
  {
    name: 'raffles create',
    begins: true,
    usage: '<archivo.json | ->',
    summary: 'crea una rifa en borrador e imprime su id',
    async run(ctx, args) {
      const id = await createRaffle(ctx, parse(newRaffle, jsonArgument(args)), CONSOLE)
      return { data: { id }, text: String(id) }
    },
  },
  {
    name: 'raffles list',
    usage: '',
    summary: 'todas las rifas',
    async run(ctx) {
      const rifas = await Promise.all(
        (await listRaffles(ctx.db.read, raffleState.options)).map(async ({ id, estado, total_numeros, titulo }) => {
          const stock = await findStock(ctx.db.read, id)
          return { id, estado, libres: stock?.libres ?? total_numeros, total_numeros, titulo }
        }),
      )
      const rows = rifas.map((rifa) => [rifa.id, rifa.estado, `${rifa.libres}/${rifa.total_numeros}`, rifa.titulo])
      return { data: { rifas }, text: table([['ID', 'ESTADO', 'LIBRES', 'TÍTULO'], ...rows]) }
    },
  },
  {
    name: 'raffles publish',
    usage: '<id>',
    summary: 'pone en venta un borrador',
    async run(ctx, args) {
      const id = idArgument(args)
      await publishRaffle(ctx, id, CONSOLE)
      return { data: { id, estado: 'publicada' }, text: `La rifa ${id} está en venta.` }
    },
  },
  {
    name: 'raffles go-on',
    usage: '<id>',
    summary: 'deja seguir el sorteo de una rifa que espera desde que se restauró un respaldo',
    async run(ctx, args) {
      const { id, titulo } = await goOn(ctx, ticketsOfRaffle, idArgument(args), CONSOLE)
      return { data: { id }, text: `${titulo}: su regla vuelve a mandar.` }
    },
  },
]

export const dossierCommand: Command = {
  name: 'raffles dossier',
  usage: '<id> --to <carpeta>',
  summary:
    'el expediente de una rifa para su contador: compras, dinero, diario, sorteo y libros, con sus códigos de control',
  async run(ctx, args, { to }) {
    const id = idArgument(args)
    if (to === undefined) throw new UsageError('Indica la carpeta: --to <carpeta>.')
    const path = join(to, dossierName(ctx, id))
    // Under another name until it is whole.
    const part = `${path}.parte`
    try {
      const { size, sha256 } = await ctx.db.consistent(async (sql) => {
        const { bytes, result } = measuring(await writeDossier(ctx, sql, id))
        await noteDossier(ctx, CONSOLE, id)
        await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }))
        return result()
      })
      await rename(part, path)
      return { data: { archivo: path, bytes: size, sha256 }, text: `${path}\nSHA-256 ${sha256}` }
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  },
}
