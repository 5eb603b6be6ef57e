import { z } from 'zod'
import { logo, siteChanges, siteSettings } from './contract.ts'

/** A raffle that a page can show. */
const pageRaffle = z.object({ id: z.number().int(), titulo: z.string(), estado: z.string() })
export type PageRaffle = z.infer<typeof pageRaffle>

/** GET /api/panel/sitio, and the answer of what changes it. */
export const panelSite = z.object({ ajustes: siteSettings, rifas: z.array(pageRaffle) })
export type PanelSite = z.infer<typeof panelSite>

/**
 * POST /api/panel/sitio: the settings to change, and what the owner saw of each: a change of somebody else is not overwritten.
 * `codigo` is a fresh code of the second factor: a WhatsApp number that buyers already write to changes with no less.
 */
export const siteSave = z.strictObject({
  cambios: siteChanges,
  vistos: siteSettings.partial(),
  codigo: z.string().trim().min(6, 'Escribe el código.').max(30).optional(),
})

export type SiteSave = z.infer<typeof siteSave>

/** POST /api/panel/sitio/logo: stores a picture; it is the logo once it is saved with the other settings. */
export const storedLogo = z.object({ logo })
export type StoredLogo = z.infer<typeof storedLogo>
