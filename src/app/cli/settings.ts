import { CONSOLE } from '#journal/actor.ts'
import { addedMethod, methodChanges } from '#payment-methods/contract.ts'
import { addMethod, changeMethod } from '#payment-methods/server/change-method.ts'
import { listMethods } from '#payment-methods/server/list-methods.ts'
import { parse } from '#platform/server/http/parse.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { type Command, idArgument, jsonArgument, oneArgument, table } from './command.ts'

/** Settings that a shop needs before it can sell, where nobody opens the panel. */
export const settingsCommands: Command[] = [
  {
    name: 'methods list',
    usage: '',
    summary: 'los métodos de pago y las páginas que los ofrecen',
    async run(ctx) {
      const metodos = await listMethods(ctx)
      const rows = metodos.map((method) => [
        method.id,
        method.titulo,
        method.moneda,
        method.paginas.join(',') || 'desactivado',
      ])
      return { data: { metodos }, text: table([['ID', 'MÉTODO', 'MONEDA', 'PÁGINAS'], ...rows]) }
    },
  },
  {
    name: 'methods set',
    usage: '<id> <archivo.json | ->',
    summary: 'cambia dónde se paga: {"telefono","cedula","paginas":["A"],…}',
    async run(ctx, args) {
      const id = idArgument(args.slice(0, 1))
      await changeMethod(ctx, id, parse(methodChanges, jsonArgument(args.slice(1))), CONSOLE)
      const changed = (await listMethods(ctx)).find((method) => method.id === id)
      return { data: changed, text: `Cambiado: ${changed?.titulo}.` }
    },
  },
  {
    name: 'methods add',
    usage: '<archivo.json | ->',
    summary: 'agrega dónde se paga: {"forma":"zelle","titulo","email","nombre","paginas":["A"],…}',
    async run(ctx, args) {
      const id = await addMethod(ctx, parse(addedMethod, jsonArgument(args)), CONSOLE)
      const added = (await listMethods(ctx)).find((method) => method.id === id)
      return { data: added, text: `Agregado con el ID ${id}: ${added?.titulo}.` }
    },
  },
  {
    name: 'rates fix',
    usage: '<tasa>',
    summary: 'usa una tasa propia, como 671.4235',
    async run(ctx, args) {
      const tasa = oneArgument(args, 'Indica la tasa, como 671.4235.')
      await setFixedRate(ctx, tasa, { actor: CONSOLE })
      return { data: { tasa }, text: `La tasa es ${tasa}.` }
    },
  },
]
