import { newOperator } from '#operators/contract.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import { parse } from '#platform/server/http/parse.ts'
import { CONSOLE, type Command, jsonArgument } from './command.ts'

export const operatorCommands: Command[] = [
  {
    name: 'operators create',
    usage: '<archivo.json | ->',
    summary: 'crea un operador: {"nombre","correo","clave","rol"}',
    async run(ctx, args) {
      const operator = await createOperator(ctx, parse(newOperator, jsonArgument(args)), CONSOLE)
      return { data: operator, text: `${operator.correo} ya puede entrar al panel (${operator.rol}).` }
    },
  },
]
