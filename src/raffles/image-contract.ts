import { z } from 'zod'
import { typedText } from '#platform/typed-text.ts'
import { LARGEST } from '#platform/whole-number.ts'
import { raffleImage } from './contract.ts'

/** Bytes of a picture that is sent. */
export const IMAGE_BYTES = 15 * 1024 * 1024
/** Pictures of one raffle; the first is the one that its card and its page show large. */
export const MOST_IMAGES = 7

const share = z.number('recorte: falta').min(0, 'recorte: fuera de la imagen').max(1, 'recorte: fuera de la imagen')

/** The part that is shown: shares of width and height from the top left. Its shape is always 2 to 1. */
export const imageCrop = z.strictObject({ x: share, y: share, ancho: share, alto: share })

const alt = typedText('alt: falta')
  .trim()
  .min(1, 'alt: escribe qué se ve en la imagen')
  .max(200, 'alt: 200 caracteres como máximo')
  .regex(/^\P{Cc}*$/u, 'alt: en una sola línea')

/** A picture as the panel shows it. */
export const panelImage = z.object({
  id: z.number().int(),
  alt: z.string(),
  /** The public picture. */
  imagen: raffleImage,
})
export type PanelImage = z.infer<typeof panelImage>

/** GET /api/panel/rifas/{id}/imagenes, and the answer of every change of them: in the order of the page. */
export const panelImages = z.object({ imagenes: z.array(panelImage) })
export type PanelImages = z.infer<typeof panelImages>

/** POST /api/panel/rifas/{id}/imagenes: the fields of the form before its file `imagen`. */
export const imageUpload = z.strictObject({
  /** Made when the picture is chosen: sending it twice makes one. */
  clave: z.string('clave: falta').min(8, 'clave: muy corta').max(64, 'clave: muy larga'),
  alt,
  /** JSON; left out for the largest part from the middle. */
  recorte: z
    .string()
    .max(400, 'recorte: muy largo')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('recorte: no es JSON')
        return z.NEVER
      }
    })
    .pipe(imageCrop)
    .optional(),
})

/** POST /api/panel/rifas/{id}/imagenes/{imagen} */
export const imageChange = z.strictObject({ alt })
export type ImageChange = z.infer<typeof imageChange>

/** POST /api/panel/rifas/{id}/imagenes/orden: every picture of the raffle, the main one first. */
export const imageOrder = z.strictObject({
  orden: z.array(z.number('orden: falta').int().positive().max(LARGEST), 'orden: falta').max(MOST_IMAGES),
})
