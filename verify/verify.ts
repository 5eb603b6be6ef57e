// Does a draw again from what is published of it: `npm run -s verify -- https://shop.example/rifa/7`, or a folder with
// sorteo.json and lista.csv; `--regla`, `--lista` and `--pasos` take the hashes that a mail told. It shares no code with the shop: docs/draw.md.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bls12_381 } from '@noble/curves/bls12-381.js'

/** SHA-256 of the chain as a rule names it: drand's quicknet. */
const QUICKNET = '0ba36950f72c4a48f0f30e98bfa7e27674ba94fd67a670ccc11af66f5d668cc8'
const HOUR = 3_600_000
type Ticket = { numero: string; codigo: string }
/** `won` is null once it was lost, and undefined before it was drawn; without a `round` its lottery of that day decides. */
type Prize = { won?: Ticket | null | undefined; tries: number; since: number; day: string; round?: number }
type Known = { regla?: string; lista?: string; pasos?: string; ahora?: number }
type Way = { tipo: string; hora: string; partes: { toma: string; cifras: number; al_reves: boolean }[]; suma: number }
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const hex = (data: string | Uint8Array) => sha256(data).toString('hex')
const at = (day: string, hour: string) => Date.parse(`${day}T${hour}:00-04:00`)
const today = (instant: number) => new Date(instant - 4 * HOUR).toISOString().slice(0, 10)
const next = (day: string) => today(at(day, '00:00') + 24 * HOUR)
const dayOf = (from: number, hour: string) => (at(today(from), hour) < from ? next(today(from)) : today(from))
function must(holds: boolean, wrong: string): void {
  if (!holds) throw new Error(wrong)
}
function beacon(key: string, { ronda, firma }: { ronda: number; firma: string }): Buffer {
  const [number, bytes, bls] = [Buffer.alloc(8), Buffer.from(firma, 'hex'), bls12_381.shortSignatures]
  number.writeBigUInt64BE(BigInt(ronda))
  const point = bls.hash(sha256(number), 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_')
  must(bls.verify(bytes, point, Buffer.from(key, 'hex')), 'la firma no es del faro')
  return sha256(bytes)
}
function place(list: string, random: Buffer, prize: number, count: number): number {
  for (let attempt = 0; ; attempt++) {
    const numbers = Buffer.alloc(8)
    numbers.writeUInt32BE(attempt, numbers.writeUInt32BE(prize))
    const parts = [Buffer.from('tombola-sorteo-v1\0'), Buffer.from(list, 'hex'), random, numbers]
    const digest = BigInt(`0x${hex(Buffer.concat(parts))}`)
    if (digest < (2n ** 256n / BigInt(count)) * BigInt(count)) return Number(digest % BigInt(count))
  }
}
function numberOf({ partes, suma }: Way, results: string[], digits: number): string {
  must(results.length === partes.length, 'faltan resultados')
  const taken = partes.map(({ toma, cifras, al_reves }, i) => {
    const result = String(results[i])
    must(/^\d+$/.test(result) && result.length >= cifras, 'un resultado sin sus cifras')
    const part = toma === 'primeras' ? result.slice(0, cifras) : result.slice(-cifras)
    return al_reves ? [...part].reverse().join('') : part
  })
  return String((Number(taken.join('')) + suma) % 10 ** digits).padStart(digits, '0')
}
type Moved = { tipo: string; que: string; de: string; a: string; en: string; motivo: string }
const isCloseMoved = ({ tipo, que }: Moved) => tipo === 'aplazado' && que === 'cierre'
function moved(from: number, { de, a, en, motivo }: Moved): number {
  must(Date.parse(de) === from && Date.parse(a) > from && Date.parse(en) < from && motivo.trim() !== '', 'mal aplazado')
  return Date.parse(a)
}
function rootOf(level: Buffer[]): string {
  if (level.length < 2) return level[0]?.toString('hex') ?? ''
  const pair = (one: Buffer, other?: Buffer) => (other ? sha256(Buffer.concat([Buffer.of(1), one, other])) : one)
  return rootOf(level.flatMap((one, i) => (i % 2 === 1 ? [] : [pair(one, level[i + 1])])))
}
/** @returns what it found right. @throws Error for the first thing that is wrong. */
export async function verify(load: (name: string) => Promise<string>, known: Known = {}) {
  const said = JSON.parse(await load('sorteo.json'))
  const isHash = (text: string, hash: string, mine = hash) => hex(text) === hash && mine === hash
  must(isHash(said.regla, said.regla_sha256, known.regla), 'la regla no es la de su huella, o la de tu correo')
  const rule = JSON.parse(said.regla)
  must(`${said.formato} ${rule.formato} ${rule.rifa}` === `tombola-sorteo-1 tombola-regla-1 ${said.rifa}`, 'otra cosa')
  const faro = hex(JSON.stringify(rule.faro)) === QUICKNET ? 'faro drand quicknet' : 'AVISO: faro de muestra, no vale'
  const right = [`regla ${said.regla_sha256}`, faro]
  const steps = said.pasos.map((text: string) => JSON.parse(text))
  const hashes = [...said.pasos, ''].map((_, i) => hex([...said.pasos.slice(0, i), ''].join('\n')))
  must(hashes.at(-1) === said.pasos_sha256 && hashes.includes(known.pasos ?? hex('')), 'los pasos son otros')
  const [now, { tipo, en, limite }] = [known.ahora ?? 0, rule.cierre]
  const latest = steps.filter(isCloseMoved).reduce(moved, Date.parse(en ?? limite ?? said.cierre))
  const inTime = (due: number) => must(!(due + 48 * HOUR < now), `no se publicó lo que tocaba, si hoy es ${today(now)}`)
  if (said.lista_sha256 === null) {
    must(steps.every(isCloseMoved) && said.premios.every((one: unknown) => one === null), 'hay pasos sin lista')
    inTime((said.cierre ? Date.parse(said.cierre) : latest) + rule.espera_minutos * 60_000)
    return [...right, 'todavía no se sortea']
  }
  const closed = Date.parse(said.cierre)
  must(tipo === 'instante' ? closed === latest : closed <= latest, 'no cerró cuando dice la regla')
  const list = await load('lista.csv')
  must(isHash(list, said.lista_sha256, known.lista), 'la lista no es la de su huella, o la de tu correo')
  const [head, ...lines] = list.slice(0, -1).split('\n')
  const first = `tombola-lista-1,${rule.rifa},${said.regla_sha256},${said.cierre},${said.lista_cuenta}`
  must(head === first && said.lista_cuenta === lines.length, 'es la lista de otra regla')
  const root = said.lista_raiz && rootOf(lines.map((line) => sha256(`\0${line}`)))
  must(list.endsWith('\n') && root === said.lista_raiz, 'la lista está cortada, o su raíz es otra')
  const shape = new RegExp(`^(\\d{${rule.cifras}}),([2-9B-DF-HJ-NP-TV-Z]{12})$`)
  const tickets = lines.map((line, i): Ticket => {
    const [, numero = '', codigo = ''] = shape.exec(line) ?? []
    must(codigo !== '' && Number(numero) < rule.numeros && numero > (lines[i - 1] ?? ''), 'la lista está desordenada')
    return { numero, codigo }
  })
  right.push(`lista ${said.lista_sha256}, ${lines.length} números`)
  const out = new Set<string>()
  const free = () => tickets.filter((one) => !out.has(one.numero) && !(rule.uno_por_persona && out.has(one.codigo)))
  const moves = steps.filter(({ tipo }: Moved) => tipo === 'aplazado')
  must(steps.lastIndexOf(moves.at(-1)) < moves.length, 'un aplazamiento tarde')
  const from = moves.filter(({ que }: Moved) => que === 'sorteo').reduce(moved, closed + rule.espera_minutos * 60_000)
  const prizes: Prize[] = rule.premios.map(({ por }: { por: Way }) =>
    por.tipo === 'faro' ? { tries: 0, round: from } : { tries: 0, day: dayOf(from, por.hora) },
  )
  const isTurn = (i: number) => !prizes[i]?.won && prizes.slice(0, i).every(({ won }) => won !== undefined)
  const dueOf = (i: number) => prizes[i]?.round ?? at(prizes[i]?.day ?? '', rule.premios[i].por.hora)
  for (const step of steps.slice(moves.length)) {
    const [prize, { por, reclamo_horas }] = [prizes[step.premio] as Prize, rule.premios[step.premio]]
    if (step.tipo === 'vencido') {
      const expired = Date.parse(step.en)
      must(prize.won != null && expired >= prize.since + reclamo_horas * HOUR, 'vence lo que no había vencido')
      Object.assign(prize, { won: null, round: at(dayOf(expired + HOUR, '20:00'), '20:00') })
      continue
    }
    must(isTurn(step.premio), 'un sorteo fuera de orden')
    prize.since = dueOf(step.premio)
    let found: Ticket | undefined
    if (step.tipo === 'faro') {
      const periods = ((prize.round ?? Number.NaN) / 1000 - rule.faro.genesis) / rule.faro.periodo
      must(step.ronda === Math.max(1, Math.ceil(periods) + 1), 'no es la ronda que toca')
      found = free()[place(said.lista_sha256, beacon(rule.faro.clave_publica, step), step.premio, free().length)]
    } else {
      must(prize.round === undefined && step.dia === prize.day, 'no es el sorteo que toca')
      must(step.manos.length === 2 && step.manos[0] !== step.manos[1], 'lo escribió y lo confirmó la misma persona')
      prize.day = next(step.dia)
      if (step.tipo === 'sin sorteo') continue
      const numero = numberOf(por, step.resultados, rule.cifras)
      found = free().find((one) => one.numero === numero)
      if (!found && ++prize.tries >= por.intentos) prize.round = prize.since + HOUR
    }
    if (found) out.add(found.numero).add(found.codigo)
    prize.won = found
  }
  for (const i of prizes.keys()) if (isTurn(i) && free().length > 0) inTime(dueOf(i))
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
  const tell = (e: Error) => (e.name === 'Error' && !('code' in e) ? e.message : `no se lee ningún sorteo en ${from}`)
  const lines = await verify(load, { ...values, ahora: Date.now() }).catch((wrong: Error) => [`MAL: ${tell(wrong)}`])
  console.log(lines.join('\n'))
  process.exitCode = lines[0]?.startsWith('MAL') ? 1 : 0
}
