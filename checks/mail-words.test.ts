import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Words of a text about mail, or about something that reaches somebody by itself. */
const SPEAKS =
  /\b(correos?|spam|bandeja)\b|\b(te|le|les|aquí) (escribimos|escribiremos|avisamos|avisaremos|enviamos|enviaremos|mandamos|llegan?|llegarán?)\b|\bse avisa a los dueños\b/i

/** Rooms whose screens are about the mail itself: they say that it waits. */
const ABOUT_MAIL =
  /^src\/(mail|letters)\/|^src\/house\/(panel\/(mail|server|setting)|server\/settings\/|mail-|calls|contract)|^src\/app\/(cli|demo)\/|^src\/mail\/mail-leaves/

/** Texts that name an address, a message by hand, or where mail is set up: they promise none. */
const PROMISES_NOTHING: readonly RegExp[] = [
  // The field of an address, and what is wrong with it.
  /^(Tu|Su|El|Falta su|mismo|su|Escribe tu|Copiar el|Otros) correo[,.s]?$/,
  /^Escribe (un|un solo|cada) correo|^Escribe tu correo completo|^Escribe una dirección de correo|^10 correos como máximo|^Correo(s, uno por línea| \(si )/,
  /cédula, (este |tu |su )?teléfono,?( y| o)? (este |tu |su )?correo|^(Tu c|C)édula, (tu )?teléfono y (tu )?correo|^(Tu nombre|¿Guardamos tu nombre), cédula/,
  /También sirve un correo/,
  // How money comes and is given back, and what a bank sends.
  /^En (dólares|USDT), por|tu correo si pagaste en dólares|Zelle|IMAP|^Casi siempre, tu dirección|^No la de tu cuenta|^Vacío es la bandeja/,
  /te llegan los SMS/,
  // Texts that a person writes.
  /^Hola …, te escribimos de |^Recibimos tu reporte y estamos verificando el pago. Cuando lo confirmemos te enviamos tus números …/,
  // Where mail is set up or looked at, and what there is without it.
  /^Di por dónde salen los correos|^Poner el correo|^(Falta|Un dueño pone) .*correo( en Servidor\.)?\.?$|^el servidor de correo$|^Ver (los )?correos$/,
  /^(Los libros por|Por) correo$|^(GET|POST|DELETE) |^correo (smtp|reenviado|de libros)|reenvía correos|a quién le llegan los libros/i,
  /tombola operators link|Abre el enlace del correo|^Ábrelo de nuevo desde el correo/,
  // Words that are looked for in the texts of operators.
  /^a\|al\|de\|del\|/,
  // A server that fails tells its keeper by the log.
  /^Es un problema de nuestro servidor/,
]
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

interface Text {
  said: string
  /** Where mail leaves, and nowhere else. */
  guarded: boolean
}

/** Every text of a file with words in it, and whether it stands behind the predicate. */
function textsOf(path: string, source: string): Text[] {
  const found: Text[] = []
  const asks = (node: unknown) =>
    node !== undefined &&
    node !== null &&
    /\bmailLeaves\(\)/.test(textOf(node as Node)) &&
    !textOf(node as Node).includes('!mailLeaves()')
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  function look(node: unknown, guarded: boolean): void {
    if (Array.isArray(node)) {
      let behind = guarded
      for (const one of node as Node[]) {
        look(one, behind)
        // `if (!mailLeaves()) return …`: the rest is for people who get mail.
        if (one?.type === 'IfStatement' && textOf(one['test'] as Node).includes('!mailLeaves()')) behind = true
      }
      return
    }
    if (node === null || typeof node !== 'object' || !('type' in node)) return
    const one = node as Node
    const say = (said: string) => {
      const words = said.replace(/\s+/g, ' ').trim()
      if (words.includes(' ') || /[áéíóú]/.test(words)) found.push({ said: words, guarded })
    }
    switch (one.type) {
      case 'Literal':
        if (typeof one['value'] === 'string') say(one['value'])
        return
      case 'JSXText':
        say(String(one['value']))
        return
      case 'TemplateLiteral': {
        say((one['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…'))
        look(one['expressions'], guarded)
        return
      }
      case 'ImportDeclaration':
      case 'TSLiteralType':
        return
      case 'ConditionalExpression':
        look(one['test'], guarded)
        look(one['consequent'], guarded || asks(one['test']))
        look(one['alternate'], guarded || textOf(one['test'] as Node).includes('!mailLeaves()'))
        return
      case 'LogicalExpression':
        look(one['left'], guarded)
        look(one['right'], guarded || (one['operator'] === '&&' && asks(one['left'])))
        return
      case 'CallExpression': {
        const [said, ...others] = one['arguments'] as Node[]
        const byMail = /^(byMail)$/.test(textOf(one['callee'] as Node))
        look(one['callee'], guarded)
        look(said, guarded || byMail)
        look(others, guarded)
        return
      }
    }
    for (const [key, value] of Object.entries(one)) if (key !== 'parent') look(value, guarded)
  }
  look(parseSync(path, source).program, false)
  return found
}

const speaksFreely = ({ said, guarded }: Text) =>
  SPEAKS.test(said) && !guarded && !PROMISES_NOTHING.some((shape) => shape.test(said))

test('no text of the shop or the panel says that mail leaves, but where it does', async () => {
  const free: string[] = []
  let texts = 0
  let behind = 0
  for await (const path of glob('src/**/*.{ts,tsx}', { cwd: ROOT })) {
    // The server's refusals speak of mails that there are.
    if (
      /\.test\.|\/(server|testing)\/|\/refusals-/.test(path) ||
      ABOUT_MAIL.test(path) ||
      path.startsWith('src/journal/')
    )
      continue
    for (const text of textsOf(path, await readFile(join(ROOT, path), 'utf8'))) {
      texts += 1
      if (text.guarded && SPEAKS.test(text.said)) behind += 1
      if (speaksFreely(text)) free.push(`${path}: ${text.said}`)
    }
  }
  expect(texts).toBeGreaterThan(3_000)
  expect(behind).toBeGreaterThan(40)
  expect(free).toEqual([])
})

test.each([
  ["const a = 'Te enviamos tus números por correo.'", true],
  ["const a = mailLeaves() ? 'Te llega un correo.' : 'Míralo aquí.'", false],
  ["const a = mailLeaves() ? 'Míralo aquí.' : 'Te llega un correo.'", true],
  ["const a = !mailLeaves() ? 'Míralo aquí.' : 'Te llega un correo.'", false],
  ["const a = byMail('Te llega un correo.', 'Míralo aquí.')", false],
  ["const a = byMail('Te llega.', 'Te escribimos a ' + b)", true],
  ["function a() {\n  if (!mailLeaves()) return ''\n  return 'Te llega un correo.'\n}", false],
  ['const a = <p>Le avisamos por correo.</p>', true],
  ['const a = mailLeaves() && <p>Le avisamos por correo.</p>', false],
])('%s is found: %s', (source, found) => {
  expect(textsOf('a.tsx', source).some((text) => speaksFreely(text))).toBe(found)
})
