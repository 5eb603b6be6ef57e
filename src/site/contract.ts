import { z } from 'zod'

/** All that is the operator's on the public pages. Empty text means that the place is not shown. */
export const siteSettings = z.object({
  nombre: z.string(),
  /** Colour of the main action, `#ffa53d`. */
  color: z.string(),
  /** International form without plus, `584001234567`. */
  whatsapp: z.string(),
  whatsapp_texto: z.string(),
  red_social: z.string(),
  red_social_nombre: z.string(),
  credito: z.string(),
  credito_enlace: z.string(),
  operador: z.string(),
  rif: z.string(),
  autorizacion: z.string(),
  terminos_version: z.string(),
  /** Which raffle each page shows. */
  rifa_a: z.number().int(),
  rifa_b: z.number().int(),
})
export type SiteSettings = z.infer<typeof siteSettings>

/** What an operator may change, any part of it. */
export const siteChanges = z.strictObject(siteSettings.partial().shape)
export type SiteChanges = z.infer<typeof siteChanges>
