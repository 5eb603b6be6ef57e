import { z } from 'zod'
import { type Calls, OWNER } from '#access/calls.ts'
import { logo, siteChanges, siteSettings } from './contract.ts'

const panelSite = z.object({ ajustes: siteSettings })
export type PanelSite = z.infer<typeof panelSite>

/**
 * The settings to change, and the values that the owner saw: somebody else's change is not overwritten. Which raffle a page shows is changed from
 * the raffle.
 */
const siteSave = z.strictObject({
  cambios: siteChanges.omit({ rifa_a: true, rifa_b: true }),
  vistos: siteSettings.partial(),
})

const storedLogo = z.object({ logo })
export type StoredLogo = z.infer<typeof storedLogo>

const answers = { 200: panelSite }

/** The settings of the public pages, for owners. A picture is the logo once it is saved with the other settings. */
export const SITE_CALLS = {
  'GET /api/panel/sitio': { who: OWNER, summary: 'Los ajustes de las páginas', answers },
  'POST /api/panel/sitio': { who: OWNER, summary: 'Cambiar ajustes', body: siteSave, answers },
  'POST /api/panel/sitio/logo': { who: OWNER, summary: 'Subir un logo', form: true, answers: { 200: storedLogo } },
} satisfies Calls
