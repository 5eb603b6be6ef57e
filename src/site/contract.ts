import { z } from 'zod'
import { typedText } from '#platform/typed-text.ts'
import { isWebLink } from '#platform/web-link.ts'
import { LARGEST, wholeNumber } from '#platform/whole-number.ts'
import { whatsappDigits } from './whatsapp-number.ts'

/** A point of the rules or the terms. */
export const clause = z.object({ titulo: z.string(), texto: z.string() })
export type Clause = z.infer<typeof clause>

/** A picture of this host, from `/imagenes/`, with its size in pixels. */
export const logo = z.object({ direccion: z.string(), ancho: wholeNumber, alto: wholeNumber })
export type LogoPicture = z.infer<typeof logo>

export const socialLink = z.object({ nombre: z.string(), enlace: z.string() })
export type SocialLink = z.infer<typeof socialLink>

/** All that is the operator's on the public pages. Empty text means that the place is not shown. */
export const siteSettings = z.object({
  nombre: z.string(),
  /** In place of the drawn mark, and of the name too when it is wide. */
  logo: logo.nullable(),
  /** Colour of the main action, `#ffa53d`. */
  color: z.string(),
  /** International form without plus, `584001234567`. */
  whatsapp: z.string(),
  /** Beginning of the chat; the site's name follows. */
  whatsapp_texto: z.string(),
  redes: z.array(socialLink),
  credito: z.string(),
  credito_enlace: z.string(),
  operador: z.string(),
  rif: z.string(),
  autorizacion: z.string(),
  /** The five steps of 'Participación'; empty for the product's own. */
  participacion: z.array(clause),
  /** 'Términos'; empty for the product's own. */
  terminos: z.array(clause),
  /** Kept with each purchase, as the terms that the buyer accepted. */
  terminos_version: z.string(),
  /** How long personal data is kept after a draw, `cinco años`: the privacy notice shows it, and older data is erased (yearsKept). */
  conservacion: z.string(),
  /** When money is given back, until when a prize is claimed, and where somebody complains: points of the terms. */
  devoluciones: z.string(),
  plazo_premios: z.string(),
  reclamos: z.string(),
  /** Which raffle each page shows. */
  rifa_a: wholeNumber,
  rifa_b: wholeNumber,
})
export type SiteSettings = z.infer<typeof siteSettings>

const line = (name: string, most: number) =>
  typedText(`${name}: falta`).trim().max(most, `${name}: ${most} caracteres como máximo`)

const link = (name: string) =>
  line(name, 300).refine(
    (text) => text === '' || isWebLink(text, ['https:', 'http:']),
    `${name}: escribe una dirección que empiece por https://`,
  )

const clauses = (name: string) =>
  z
    .array(
      z.strictObject({
        titulo: line(`${name}, título`, 120).min(1, `${name}: cada punto lleva título`),
        texto: line(`${name}, texto`, 2_000),
      }),
    )
    .max(20, `${name}: 20 puntos como máximo`)

const raffleId = (name: string) =>
  z
    .number(`${name}: escribe el id de una rifa`)
    .int()
    .positive(`${name}: id inválido`)
    .max(LARGEST, `${name}: id inválido`)

const COUNTED = ['un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez']

/** The years of `cinco años` or `12 años`; null if it is no number of years. */
export function yearsKept(text: string): number | null {
  const [, said = ''] = /^(\p{L}+|[1-9]\d?) años?$/u.exec(text.trim().toLowerCase()) ?? []
  return Number(said) || COUNTED.indexOf(said) + 1 || null
}

/** An operator's changes, any part of the settings. */
export const siteChanges = z
  .strictObject({
    nombre: line('nombre', 40).min(1, 'nombre: escribe un nombre'),
    logo: z
      .strictObject({
        direccion: z.string().regex(/^\/imagenes\/[\w-]+\/\d{1,5}\.(avif|webp|jpg)$/, 'logo: sube una imagen'),
        ancho: wholeNumber.positive(),
        alto: wholeNumber.positive(),
      })
      .nullable(),
    color: z.string('color: falta').regex(/^#[0-9a-f]{6}$/i, 'color: escríbelo como #ffa53d'),
    /** In any notation, it is stored by `whatsappDigits`: links to it are made of digits. */
    whatsapp: line('whatsapp', 300)
      .refine(
        (text) => text === '' || /^\d{10,15}$/.test(whatsappDigits(text)),
        'whatsapp: escribe el número entero, como 0412-1234567',
      )
      .transform(whatsappDigits),
    whatsapp_texto: line('whatsapp_texto', 200),
    redes: z
      .array(
        z.strictObject({
          nombre: line('redes, nombre', 30).min(1, 'redes: falta el nombre'),
          enlace: link('redes').refine((address) => address !== '', 'redes: falta el enlace'),
        }),
      )
      .max(6, 'redes: 6 como máximo'),
    credito: line('credito', 60),
    credito_enlace: link('credito_enlace'),
    operador: line('operador', 120),
    rif: line('rif', 20),
    autorizacion: line('autorizacion', 80),
    participacion: clauses('participacion').max(5, 'participacion: cinco pasos como máximo'),
    terminos: clauses('terminos'),
    terminos_version: line('terminos_version', 20).min(1, 'terminos_version: falta'),
    conservacion: line('conservacion', 60).refine(
      (text) => yearsKept(text) !== null,
      'conservacion: di por cuántos años, como cinco años',
    ),
    devoluciones: line('devoluciones', 600),
    plazo_premios: line('plazo_premios', 300),
    reclamos: line('reclamos', 300),
    rifa_a: raffleId('rifa_a'),
    rifa_b: raffleId('rifa_b'),
  })
  .partial()
export type SiteChanges = z.infer<typeof siteChanges>
