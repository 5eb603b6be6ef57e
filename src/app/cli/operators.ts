import { CONSOLE } from '#journal/actor.ts'
import { newOperator } from '#operators/contract.ts'
import { createPasswordLink } from '#operators/server/account/forgotten-password.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import { removeSecondFactorOf } from '#operators/server/team/change-member.ts'
import { parse } from '#platform/server/http/parse.ts'
import { publicUrl } from '#platform/server/public-origin.ts'
import { type Command, jsonArgument, oneArgument } from './command.ts'

const mailArgument = (args: string[]) => oneArgument(args, 'Indica el correo del operador.').trim().toLowerCase()

/** Anybody who can read the data folder may do everything already: these are the way back in when the panel's own are lost. */
export const operatorCommands: Command[] = [
  {
    name: 'operators create',
    begins: true,
    usage: '<archivo.json | ->',
    summary: 'crea un operador: {"nombre","correo","clave","rol"}',
    async run(ctx, args) {
      const operator = await createOperator(ctx, parse(newOperator, jsonArgument(args)), CONSOLE)
      return { data: operator, text: `${operator.correo} ya puede entrar al panel (${operator.rol}).` }
    },
  },
  {
    name: 'operators link',
    usage: '<correo>',
    summary: 'enlace de una hora para poner otra clave',
    async run(ctx, args) {
      const enlace = await createPasswordLink(ctx, mailArgument(args), CONSOLE)
      const told = `Sirve una vez, durante una hora:\n${enlace}`
      if (publicUrl(ctx) !== null) return { data: { enlace, aviso: null }, text: told }
      const { origin } = new URL(enlace)
      const aviso = `Falta PUBLIC_URL: el enlace empieza por ${origin}, que solo abre en el servidor. Pon en su lugar la dirección de tu panel, o repite la orden con PUBLIC_URL.`
      return { data: { enlace, aviso }, text: `${told}\n${aviso}` }
    },
  },
  {
    name: 'operators remove-factor',
    usage: '<correo>',
    summary: 'quita el segundo paso de quien perdió su teléfono',
    async run(ctx, args) {
      const correo = mailArgument(args)
      await removeSecondFactorOf(ctx, correo, CONSOLE)
      return { data: { correo }, text: `${correo} entra solo con su clave hasta que active otro segundo paso.` }
    },
  },
]
