import { z } from 'zod'
import { formatCount } from '#platform/money.ts'
import { typedText } from '#platform/typed-text.ts'
import { currency, line, selection } from './contract.ts'
import { LEAST_TICKETS, MOST_TICKETS } from './quantity-limits.ts'
import {
  asItIs,
  orNone,
  type Typed,
  typedAmount,
  typedCents,
  typedCount,
  typedHours,
  typedRate,
  typedWhole,
} from './typed-field.ts'

/** How long a field may change: while the raffle is on sale, until it is drawn, or always. */
type Until = 'venta' | 'sorteo' | 'siempre'
interface More<Value> {
  /** Default of a raffle; without it a new raffle has to set it. */
  initial?: Value
  /** Why it may not change once somebody has that many tickets. */
  taken?: (count: number) => string
}

/**
 * A setting of a raffle. It is here, as a column in server/schema.ts, and as a field in panel/editor/form-parts.tsx.
 * @param label its name, in the form and in reports of a change.
 * @param typed its shape in the form.
 */
function field<Shape extends z.ZodType, Shown, const Of extends More<z.output<Shape>>>(
  label: string,
  until: Until,
  shape: Shape,
  typed: Typed<z.output<Shape>, Shown>,
  more: Of & More<z.output<Shape>> = {} as Of,
) {
  return { label, until, shape, typed, ...(more as Of) }
}

const decimal = z
  .string('precio: falta')
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'precio: escribe un monto como 5.00')
  .refine((text) => Number(text) > 0, 'precio: debe ser mayor que cero')

const ownRate = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,8})?$/, 'tasa_usd: escribe una tasa como 671.4235')
  .refine((text) => Number(text) >= 0.01, 'tasa_usd: 0.01 o más')

const whole = (
  name: string,
  least: number,
  most: number,
  words: { missing?: string; least?: string; most?: string } = {},
) =>
  z
    .number(`${name}: ${words.missing ?? 'falta'}`)
    .int(`${name}: debe ser entero`)
    .min(least, `${name}: ${words.least ?? `${least} o más`}`)
    .max(most, `${name}: ${words.most ?? `${most} como máximo`}`)

const tickets = (name: string) => whole(name, LEAST_TICKETS, MOST_TICKETS, { missing: 'escribe una cantidad' })
const html = typedText('descripcion: falta').max(20_000, 'descripcion: 20.000 caracteres como máximo')
const total = whole('total_numeros', 1, 10_000_000, { least: 'al menos 1', most: '10.000.000 como máximo' })
const dayOrEmpty = z.union([z.literal(''), z.iso.date('fecha: usa AAAA-MM-DD')])
const grace = whole('gracia_segundos', 0, 604_800, { most: '7 días como máximo' })
const percent = whole('tope_sin_verificar', 1, 100, { missing: 'escribe un porcentaje' })
const cents = whole('centimos_unicos', 9, 999, {
  missing: 'escribe cuántos céntimos',
  most: '999 como máximo, que son Bs. 9,99',
})

/** All of an operator's choices about a raffle, in the order of the form. Rules between fields are in raffle-draft.ts. */
export const RAFFLE_FIELDS = {
  titulo: field('Título', 'siempre', line('titulo', 120).min(1, 'titulo: escribe un título'), asItIs<string>()),
  premio: field('Premio', 'venta', line('premio', 200), asItIs<string>(), { initial: '' }),
  /** HTML, sanitised when it is kept. */
  descripcion: field('Descripción', 'siempre', html, asItIs<string>(), { initial: '' }),
  precio: field('Precio por boleto', 'venta', decimal, typedAmount),
  moneda: field('Moneda', 'venta', currency, asItIs<z.infer<typeof currency>>(), {
    taken: () => 'Ya hay boletos con precio en esta moneda.',
    initial: 'USD',
  }),
  /** The raffle's own rate instead of the one in force. */
  tasa_usd: field('Tasa propia', 'venta', ownRate.nullable(), orNone(typedRate), { initial: null }),
  total_numeros: field('Números', 'venta', total, typedCount, {
    taken: (count) => (count === 1 ? 'Ya hay 1 tomado.' : `Ya hay ${formatCount(count)} tomados.`),
  }),
  /** Digits that a number is printed with; as many as it takes, or more. */
  digitos: field('Dígitos', 'venta', whole('digitos', 2, 8), typedWhole(), {
    taken: () => 'Están en boletos tomados.',
  }),
  fecha: field('Día del sorteo', 'sorteo', dayOrEmpty, asItIs<string>(), { initial: '' }),
  seleccion: field('Quién elige los números', 'venta', selection, asItIs<z.infer<typeof selection>>(), {
    initial: 'automatica',
  }),
  minimo: field('Mínimo por compra', 'venta', tickets('minimo'), typedWhole(), { initial: LEAST_TICKETS }),
  maximo: field('Máximo por compra', 'venta', tickets('maximo'), typedWhole(), { initial: MOST_TICKETS }),
  registro_unico: field('Una compra por persona', 'venta', z.boolean(), asItIs<boolean>(), { initial: false }),
  /** Seconds for which the tickets of a rejected purchase wait for its correction. */
  gracia_segundos: field('Horas para corregir', 'siempre', grace, typedHours, { initial: 86_400 }),
  /** Per cent of all tickets that may wait unpaid or unverified simultaneously; null for no such cap. */
  tope_sin_verificar: field('Límite de boletos sin confirmar', 'venta', percent.nullable(), orNone(typedWhole()), {
    initial: null,
  }),
  /** Céntimos that a payment in bolívares gets at most, so that its amount is no other's; null for none. */
  centimos_unicos: field('Céntimos únicos', 'venta', cents.nullable(), orNone(typedCents), { initial: null }),
  /** Payments at the rate of their day, or with a few céntimos more or less, count as exact; otherwise a person decides about each. */
  acepta_cercanos: field('Aceptar la tasa del día del pago y el redondeo', 'siempre', z.boolean(), asItIs<boolean>(), {
    initial: false,
  }),
}
type Rows = typeof RAFFLE_FIELDS
export type RaffleField = keyof Rows
export const FIELD_NAMES = Object.keys(RAFFLE_FIELDS) as RaffleField[]

/** An operator's entries about a raffle, in the form's shape. */
export type RaffleDraft = { [Name in RaffleField]: ReturnType<Rows[Name]['typed']['show']> }

/** The same of each field. */
function ofEach<Of>(one: (row: Rows[RaffleField]) => unknown): Of {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, one(RAFFLE_FIELDS[name])])) as Of
}

export const raffleFields = z.strictObject(ofEach<{ [Name in RaffleField]: Rows[Name]['shape'] }>(({ shape }) => shape))
export type RaffleFields = z.infer<typeof raffleFields>

type Initial<Row extends { shape: z.ZodType }> = Row extends { initial: unknown }
  ? z.ZodDefault<Row['shape']>
  : Row['shape']

/** Fields of a new raffle. Only titulo, precio and total_numeros have no default; `digitos` follows the total. */
export const newRaffle = z.strictObject({
  ...ofEach<{ [Name in RaffleField]: Initial<Rows[Name]> }>((row) =>
    'initial' in row ? (row.shape as z.ZodType<unknown>).default(row.initial) : row.shape,
  ),
  digitos: RAFFLE_FIELDS.digitos.shape.optional(),
})
export type NewRaffle = z.infer<typeof newRaffle>
