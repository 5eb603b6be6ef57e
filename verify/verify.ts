// Does a draw again from what is published of it: `npm run -s verify -- https://shop.example/rifa/7/verificar`, or a folder with
// sorteo.json and lista.csv; `--regla`, `--lista` and `--pasos` take the hashes that a mail told. It shares no code with the shop: docs/draw.md.
import must from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bls12_381 } from '@noble/curves/bls12-381.js'

const bls = bls12_381.shortSignatures
/** SHA-256 of the chain as a rule names it: drand's quicknet. */
const QUICKNET = '0ba36950f72c4a48f0f30e98bfa7e27674ba94fd67a670ccc11af66f5d668cc8'
const HOUR = 3_600_000
type Ticket = { numero: string; codigo: string }
/** `won` is null once it was lost, and undefined before it was drawn; without a `round` its lottery of that day decides. */
type Prize = {
  won?: Ticket | null | undefined
  tries: number
  since: number
  firm?: number
  day: string
  round?: number
}
type Known = { regla?: string; lista?: string; pasos?: string; ahora?: number }
type Part = { toma: string; cifras: number; al_reves: boolean }
type Way = { tipo: string; hora: string; partes: Part[]; suma: number; pagina?: string; objecion_minutos: number }
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const hex = (data: string | Uint8Array) => sha256(data).toString('hex')
const uint = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
/** An instant as it is written in Caracas; NaN where there is none. */
function instant(text: string | null | undefined): number {
  const found = Date.parse(text ?? '')
  const same = text == null || (found && `${new Date(found - 4 * HOUR).toISOString().slice(0, 19)}-04:00` === text)
  must(same, `no es una hora de Caracas: ${text}`)
  return found
}
const at = (day: string, hour: string) => instant(`${day}T${hour}:00-04:00`)
/** Texts of a rule and of its steps: `#` is a whole number, `~` a yes or a no, `@` an instant and `$` any text. */
const [RULE, STEP] = [
  String.raw`{"formato":"tombola-regla-1","rifa":#,"numeros":#,"cifras":#,"cierre":{"tipo":(?:"instante","en":@|"porcentaje","porcentaje":#,"limite":(?:@|null)|"agotarse","limite":(?:@|null))},"revision_horas":#,"espera_minutos":#,"uno_por_persona":~,(?:"aplazar":{"veces":#,"dias":#},)?"faro":{"cadena":$,"clave_publica":$,"genesis":#,"periodo":#},"premios":\[(?:,?{"titulo":$,"por":{"tipo":(?:"faro"|"loteria","hora":$,"partes":\[(?:,?{"loteria":$,"toma":"(?:primeras|ultimas)","cifras":#,"al_reves":~})+],"suma":#,"intentos":#(?:,"pagina":(?="https://)$,"objecion_minutos":#)?)},"reclamo_horas":#(?:,"imagen":$)?})+]}`,
  String.raw`{"tipo":(?:"aplazado","que":"(?:cierre|sorteo)","de":@,"a":@,"motivo":$,"en":@|(?:"loteria","premio":#,"dia":$,"resultados":\[(?:,?"\d{1,8}")+]|"sin sorteo","premio":#,"dia":$,"motivo":$),"enlace":$,"manos":\[$,$](?:,"en":@)?|"faro","premio":#,"ronda":#,"firma":"[\da-f]{96}"|"vencido","premio":#,"en":@|"corregido","premio":#,"paso":#,"motivo":$,"mano":$,"en":@)}`,
].map((text) => {
  const own = {
    '#': String.raw`(?:0|[1-9]\d*)`,
    '~': '(?:true|false)',
    '@': '"[^"]*-04:00"',
    $: String.raw`"(?:[^"\\]|\\.)*"`,
  }
  const shape = text.replaceAll('{"', String.raw`\{"`).replaceAll(/[#~@$]/g, (sign) => own[sign as keyof typeof own])
  return new RegExp(`^${shape}$`)
}) as [RegExp, RegExp]
function exact(text: string, shape: RegExp) {
  const found = JSON.parse(text)
  must(shape.test(text) && JSON.stringify(found) === text, 'una regla o un paso mal escritos')
  return found
}
const today = (instant: number) => new Date(instant - 4 * HOUR).toISOString().slice(0, 10)
const dayOf = (from: number, hour: string) => today(at(today(from), hour) < from ? from + 24 * HOUR : from)
function beacon(key: string, { ronda, firma }: { ronda: number; firma: string }): Buffer {
  const bytes = Buffer.from(firma, 'hex')
  const point = bls.hash(sha256(Buffer.from(uint(ronda, 16), 'hex')), 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_')
  must(bls.verify(bytes, point, Buffer.from(key, 'hex')), 'la firma no es del azar público')
  return sha256(bytes)
}
function place(list: string, random: Buffer, prize: number, count: number): number {
  for (let attempt = 0; ; attempt++) {
    const rest = Buffer.from(list + random.toString('hex') + uint(prize, 8) + uint(attempt, 8), 'hex')
    const digest = BigInt(`0x${hex(Buffer.concat([Buffer.from('tombola-sorteo-v1\0'), rest]))}`)
    if (digest < (2n ** 256n / BigInt(count)) * BigInt(count)) return Number(digest % BigInt(count))
  }
}
function numberOf({ partes, suma }: Way, results: string[], digits: number): string {
  const taken = partes.map(({ toma, cifras, al_reves }, i) => {
    const shape = toma === 'primeras' ? `^(\\d{${cifras}})\\d*$` : `^\\d*(\\d{${cifras}})$`
    const part = new RegExp(shape).exec(results[i] ?? '')?.[1] ?? ''
    must(part !== '' && results.length === partes.length, 'un resultado sin sus cifras')
    return al_reves ? [...part].reverse().join('') : part
  })
  return String((Number(taken.join('')) + suma) % 10 ** digits).padStart(digits, '0')
}
type Moved = { tipo: string; que: string; de: string; a: string; en: string; motivo: string }
const isCloseMoved = ({ tipo, que }: Moved) => tipo === 'aplazado' && que === 'cierre'
const LATE = 'La lista se congeló tarde'
const isLate = ({ que, motivo, a, en }: Moved) =>
  que === 'sorteo' && motivo === LATE && instant(a) <= instant(en) + 2 * HOUR
function moved(from: number, step: Moved): number {
  const [before, to, said] = [step.de, step.a, step.en].map(instant) as [number, number, number]
  const early = said < from || (isLate(step) && to >= said + HOUR)
  must(before === from && to > from && early && step.motivo.trim() !== '', 'mal aplazado')
  return to
}
const hostOf = (link = '') => /^https:\/\/[a-z\d.-]+(?=[/?#]|$)/.exec(link)?.[0]
/** @returns what it found right. @throws Error for the first thing that is wrong. */
export async function verify(load: (name: string) => Promise<string>, known: Known = {}) {
  const told = await load('sorteo.json')
  must(!/\d[.e]/i.test(told.replace(/"(\\.|[^"\\])*"/g, '')), 'un número que no es entero')
  const said = JSON.parse(told)
  const isHash = (text: string, hash: string, mine = hash) => hex(text) === hash && mine === hash
  must(isHash(said.regla, said.regla_sha256, known.regla), 'la regla no es la de su huella, o la de tu correo')
  const rule = exact(said.regla, RULE)
  must(`${said.formato} ${rule.formato} ${rule.rifa}` === `tombola-sorteo-1 tombola-regla-1 ${said.rifa}`, 'otra cosa')
  const faro =
    hex(JSON.stringify(rule.faro)) === QUICKNET ? 'azar público drand quicknet' : 'AVISO: azar de muestra, no vale'
  const right = [`regla ${said.regla_sha256}`, faro]
  const steps = said.pasos.map((text: string) => exact(text, STEP))
  const hashes = [...said.pasos, ''].map((_, i) => hex([...said.pasos.slice(0, i), ''].join('\n')))
  must(hashes.at(-1) === said.pasos_sha256 && hashes.includes(known.pasos ?? hex('')), 'los pasos son otros')
  const [now, closed, { tipo, en, limite, porcentaje = 100 }] = [known.ahora ?? 0, instant(said.cierre), rule.cierre]
  const limit = steps.filter(isCloseMoved).reduce(moved, instant(en ?? limite ?? '9999-01-01T00:00:00-04:00'))
  const own = steps.find((step: Moved) => step.tipo === 'aplazado' && isLate(step))
  const put = steps.filter((step: Moved) => step.tipo === 'aplazado' && step !== own)
  const days = put.reduce((sum: number, { de, a }: Moved) => sum + (instant(a) - instant(de)) / (24 * HOUR), 0)
  const { veces = put.length, dias = days } = rule.aplazar ?? {}
  must(put.length <= veces && days <= dias, 'se aplazó más de lo que dice la regla')
  must(said.cierre === null || (tipo === 'instante' ? closed === limit : closed <= limit), 'cerró a otra hora')
  const come = (at: number) => must(!now || !(at > now + HOUR / 6), `dice lo que no ha pasado, si hoy es ${today(now)}`)
  for (const text of [said.cierre, ...steps.map((step: Moved) => step.en)]) come(instant(text))
  const inTime = (due: number) => must(!(due + 48 * HOUR < now), `no se publicó lo que tocaba, si hoy es ${today(now)}`)
  if (said.lista_sha256 === null) {
    must(!known.lista && steps.every(isCloseMoved) && !said.premios.some(Boolean), 'falta la lista')
    inTime((said.cierre ? closed : limit) + rule.espera_minutos * 60_000)
    return [...right, 'todavía no se sortea']
  }
  const list = await load('lista.csv')
  must(isHash(list, said.lista_sha256, known.lista), 'la lista no es la de su huella, o la de tu correo')
  const [head, ...lines] = list.slice(0, -1).split('\n')
  const first = `tombola-lista-1,${rule.rifa},${said.regla_sha256},${said.cierre},${said.lista_cuenta}`
  must(closed && list.endsWith('\n') && head === first && said.lista_cuenta === lines.length, 'es otra lista')
  const shape = new RegExp(`^(\\d{${rule.cifras}}),([2-9B-DF-HJ-NP-TV-Z]{12})$`)
  const tickets = lines.map((line): Ticket => ({ numero: line.slice(0, rule.cifras), codigo: line.slice(-12) }))
  const fits = ({ numero }: Ticket, i: number) => Number(numero) < rule.numeros && numero > (lines[i - 1] ?? '')
  must(lines.every((line) => shape.test(line)) && tickets.every(fits), 'la lista está desordenada')
  right.push(`lista ${said.lista_sha256}, ${lines.length} números`)
  if (closed < limit && lines.length < (rule.numeros * porcentaje) / 100) right.push('AVISO: cerró con menos vendidos')
  /** Who cannot win any more, each with the step by which. */
  const out = new Map<string, number>()
  const before = new Map<number, Prize>()
  const free = () => tickets.filter((one) => !out.has(one.numero) && !(rule.uno_por_persona && out.has(one.codigo)))
  const moves = steps.filter(({ tipo }: Moved) => tipo === 'aplazado')
  must(steps.lastIndexOf(moves.at(-1)) < moves.length, 'un aplazamiento tarde')
  const from = moves.filter(({ que }: Moved) => que === 'sorteo').reduce(moved, closed + rule.espera_minutos * 60_000)
  const prizes: Prize[] = rule.premios.map(({ por }: { por: Way }) =>
    por.tipo === 'faro'
      ? { tries: 0, since: from, round: from }
      : { tries: 0, since: from, day: dayOf(from, por.hora) },
  )
  if (moves.some(isLate)) right.push('AVISO: la lista se congeló después de la hora del sorteo, y por eso se aplazó')
  const dueOf = (i: number) => prizes[i]?.round ?? at(prizes[i]?.day ?? '', rule.premios[i].por.hora)
  const waits = (i: number) => !prizes[i]?.won && prizes.slice(0, i).every(({ won }) => won !== undefined)
  const turn = () => [...prizes.keys()].filter(waits).sort((one, other) => dueOf(one) - dueOf(other) || one - other)[0]
  for (const [nth, step] of steps.entries()) {
    if (nth < moves.length) continue
    const [prize, { por, reclamo_horas }] = [prizes[step.premio] as Prize, rule.premios[step.premio]]
    if (step.tipo === 'vencido') {
      const since = Math.max(prize.since, prize.firm ?? 0)
      must(prize.won && instant(step.en) >= since + reclamo_horas * HOUR, 'vence lo que no había vencido')
      Object.assign(prize, { won: null, round: at(dayOf(instant(step.en) + 12 * HOUR, '20:00'), '20:00') })
      continue
    }
    if (step.tipo === 'corregido') {
      const stood = before.get(step.paso)
      must(
        stood && steps[step.paso].premio === step.premio && por.pagina && step.motivo.trim(),
        'corrige lo que no hay',
      )
      must(/ \([1-9]\d*\)$/.test(step.mano), 'nadie dice que lo corrigió')
      prizes[step.premio] = { ...stood, since: instant(step.en) }
      const gone = [...steps.keys()].filter((one) => one >= step.paso && one < nth && steps[one].premio === step.premio)
      for (const one of gone) before.delete(one)
      for (const [who, by] of out) if (gone.includes(by)) out.delete(who)
      right.push(`AVISO: el paso ${step.paso + 1} se corrigió: ${step.motivo}`)
      continue
    }
    must(turn() === step.premio && /^(faro|loteria|sin sorteo)$/.test(step.tipo), 'un paso fuera de orden')
    before.set(nth, { ...prize })
    if (step.tipo === 'faro') before.delete(nth)
    come(dueOf(step.premio))
    let found: Ticket | undefined
    if (step.tipo === 'faro') {
      const periods = ((prize.round ?? Number.NaN) / 1000 - rule.faro.genesis) / rule.faro.periodo
      prize.since = Math.max(prize.since, dueOf(step.premio))
      must(step.ronda === Math.max(1, Math.ceil(periods) + 1), 'no es la ronda que toca')
      found = free()[place(said.lista_sha256, beacon(rule.faro.clave_publica, step), step.premio, free().length)]
    } else {
      must(prize.round === undefined && step.dia === prize.day, 'no es el sorteo que toca')
      const hands = new Set(step.manos.map((hand: string) => / \(([1-9]\d*)\)$/.exec(hand)?.[1]))
      must(step.manos.length === 2 && hands.size === 2 && !hands.has(undefined), 'son las manos de una persona')
      if (por.pagina) {
        must(instant(step.en) >= dueOf(step.premio), 'se escribió antes de salir')
        must(step.enlace === '' || hostOf(step.enlace) === hostOf(por.pagina), 'el enlace es de otra página')
        prize.firm = instant(step.en) + por.objecion_minutos * 60_000
      }
      if (step.tipo === 'loteria') prize.since = Math.max(prize.since, dueOf(step.premio))
      prize.day = today(at(step.dia, '00:00') + 24 * HOUR)
      if (step.tipo === 'sin sorteo') continue
      const numero = numberOf(por, step.resultados, rule.cifras)
      found = free().find((one) => one.numero === numero)
      if (!found && ++prize.tries >= por.intentos) prize.round = at(step.dia, por.hora) + HOUR
    }
    for (const who of found ? [found.numero, found.codigo] : []) if (!out.has(who)) out.set(who, nth)
    prize.won = found
  }
  const fixed = (i: number) =>
    steps.findLast((one: Moved & { premio: number }) => one.tipo === 'corregido' && one.premio === i)
  for (const i of [turn() ?? []].flat())
    if (free().length > 0) inTime(Math.max(dueOf(i), instant(fixed(i)?.en ?? '1970-01-01T00:00:00-04:00')))
  for (const [i, { firm = 0 }] of prizes.entries())
    if (now && firm > now) right.push(`AVISO: premio ${i + 1} provisional`)
  const won = prizes.map((one) => one.won ?? null)
  must(JSON.stringify(won) === JSON.stringify(said.premios), 'los ganadores publicados no son los que da la regla')
  return [...right, ...won.map((one, i) => `premio ${i + 1}: ${one?.numero ?? 'todavía nadie'}`)]
}
if (import.meta.main) {
  const one = { type: 'string' } as const
  const { values, positionals } = parseArgs({ options: { regla: one, lista: one, pasos: one }, allowPositionals: true })
  const from = (positionals[0] ?? '.').replace(/\/rifa\/(\d+).*$/, '/api/rifas/$1/sorteo')
  const fetched = async (name: string) => (await fetch(name === 'lista.csv' ? `${from}/lista` : from)).text()
  const load = async (name: string) => (/^https?:/.test(from) ? fetched(name) : readFileSync(`${from}/${name}`, 'utf8'))
  const tell = (e: Error) => (e.name === 'AssertionError' ? e.message : `no se lee ningún sorteo en ${from}`)
  const lines = await verify(load, { ...values, ahora: Date.now() }).catch((wrong: Error) => [`MAL: ${tell(wrong)}`])
  console.log(lines.join('\n'))
  process.exitCode = lines[0]?.startsWith('MAL') ? 1 : 0
}
