import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asking } from '#access/panel/asking.ts'
import { readFailure } from '#platform/panel/api.ts'
import { uploadFile } from '#platform/panel/upload.ts'
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

/** Sends a picture; it is the logo once the settings are saved. @throws PanelFailure */
export function uploadLogo(file: File): Promise<StoredLogo> {
  return uploadFile('/sitio/logo', 'logo', file)
}
