import type { SiteSettings } from '../contract.ts'

/** The settings that came with the document: dialogs that any part of the page may open need not be handed them. */
export function pageSite(): SiteSettings {
  const { site } = JSON.parse(document.getElementById('datos')?.textContent ?? '{}') as { site: SiteSettings }
  return site
}
