import { CONSOLE } from '#journal/actor.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { parse } from '#platform/server/http/parse.ts'
import { newRaffle, raffleState } from '#raffles/contract.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { goOn } from '#raffles/server/restored.ts'
import { findRaffle, listRaffles, type Raffle } from '#raffles/server/store.ts'
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
      const raffles = await listRaffles(ctx.db.read, raffleState.options)
      const rifas = await Promise.all(raffles.map((raffle) => describe(ctx, raffle)))
      const rows = rifas.map((rifa) => [rifa.id, rifa.estado, `${rifa.libres}/${rifa.total_numeros}`, rifa.titulo])
      return { data: { rifas }, text: table([['ID', 'ESTADO', 'LIBRES', 'TÍTULO'], ...rows]) }
    },
  },
  {
    name: 'raffles show',
    usage: '<id>',
    summary: 'una rifa y sus números: libres, apartados, en revisión, confirmados',
    async run(ctx, args) {
      const raffle = await findRaffle(ctx.db.read, idArgument(args))
      if (!raffle) throw notFound('Esa rifa no existe')
      const data = await describe(ctx, raffle)
      return {
        data,
        text: table(
          Object.entries(data).map(([name, value]) => [
            name,
            typeof value === 'object' ? JSON.stringify(value) : String(value),
          ]),
        ),
      }
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

async function describe(ctx: Ctx, raffle: Raffle) {
  const stock = await findStock(ctx.db.read, raffle.id)
  const { imagen, registro_unico, ...fields } = raffle
  return {
    ...fields,
    registro_unico: registro_unico === 1,
    imagen: imagen === null ? null : (JSON.parse(imagen) as unknown),
    libres: stock?.libres ?? raffle.total_numeros,
    apartados: stock?.apartados ?? 0,
    en_revision: stock?.en_revision ?? 0,
    confirmados: stock?.confirmados ?? 0,
  }
}
