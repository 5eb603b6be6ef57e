import { CONSOLE } from '#journal/actor.ts'
import { parse } from '#platform/server/http/parse.ts'
import { raffleState } from '#raffles/contract.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { goOn } from '#raffles/server/restored.ts'
import { listRaffles } from '#raffles/server/store.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { findStock } from '#tickets/server/store.ts'
import { type Command, idArgument, jsonArgument, table } from './command.ts'

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
