import { z } from 'zod'
import { type Calls, OWNER } from '#access/calls.ts'
import { logo, siteChanges, siteSettings } from './contract.ts'

/** A raffle that a page can show. */
const pageRaffle = z.object({ id: z.number().int(), titulo: z.string(), estado: z.string() })
export type PageRaffle = z.infer<typeof pageRaffle>

const panelSite = z.object({ ajustes: siteSettings, rifas: z.array(pageRaffle) })
export type PanelSite = z.infer<typeof panelSite>

/** The settings to change, and the values that the owner saw: somebody else's change is not overwritten. */
const siteSave = z.strictObject({ cambios: siteChanges, vistos: siteSettings.partial() })

const storedLogo = z.object({ logo })
export type StoredLogo = z.infer<typeof storedLogo>

const answers = { 200: panelSite }

/** The settings of the public pages, for owners. A picture is the logo once it is saved with the other settings. */
export const SITE_CALLS = {
  'GET /api/panel/sitio': { who: OWNER, summary: 'Los ajustes de las páginas', answers },
  'POST /api/panel/sitio': { who: OWNER, summary: 'Cambiar ajustes', body: siteSave, answers },
  'POST /api/panel/sitio/logo': { who: OWNER, summary: 'Subir un logo', form: true, answers: { 200: storedLogo } },
} satisfies Calls
