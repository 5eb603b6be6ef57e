import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import { PanelFailure, readFailure } from '#platform/panel/api.ts'
import type { SITE_CALLS, SiteSave, StoredLogo } from '../calls.ts'

const ask = asking<typeof SITE_CALLS>()

const SITE_KEY = ['sitio']

export const siteQuery = { queryKey: SITE_KEY, queryFn: () => ask('GET /api/panel/sitio') }

export function useSite() {
  return useQuery(siteQuery)
}

export function useSaveSite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SiteSave) => ask('POST /api/panel/sitio', { body }),
    onSuccess: (site) => {
      client.setQueryData(SITE_KEY, site)
      // The frame of the panel shows the site's name.
      void client.invalidateQueries({ queryKey: ['estado'] })
    },
    // What somebody else saved is offered once it is here: brought before, it would be what was there already.
    onError: (error) => {
      const brought = client.invalidateQueries({ queryKey: SITE_KEY })
      return readFailure(error).code === 'VERSION_VIEJA' ? brought : undefined
    },
  })
}

const PATIENCE = 60_000

/** Sends a picture; it is the logo once the settings are saved. @throws PanelFailure */
export async function uploadLogo(file: File): Promise<StoredLogo> {
  const form = new FormData()
  form.append('logo', file)
  const sent = fetch('/api/panel/sitio/logo', {
    method: 'POST',
    headers: { 'x-tombola': 'panel' },
    body: form,
    signal: AbortSignal.timeout(PATIENCE),
  })
  const response = await sent.catch(() => null)
  const answer: unknown = await response?.json().catch(() => null)
  if (!response || answer === null) {
    throw new PanelFailure(0, { error: 'No se pudo subir', details: 'Revisa tu conexión y elige la imagen otra vez.' })
  }
  if (!response.ok) throw new PanelFailure(response.status, answer as Record<string, unknown>)
  return answer as StoredLogo
}
