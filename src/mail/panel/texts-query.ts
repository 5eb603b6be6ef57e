import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callPanel } from '#platform/panel/api.ts'
import type { MailPreviewAnswer, MailWords, PanelMailTexts } from '../mail-text.ts'

const TEXTS_KEY = ['correos-textos']

export function useMailTexts() {
  return useQuery({ queryKey: TEXTS_KEY, queryFn: () => callPanel<PanelMailTexts>('GET', '/correos/textos') })
}

/** Saves the words of a kind; null takes ours back. */
export function useSaveText(clave: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ version, textos }: { version: number; textos: MailWords | null }) =>
      textos === null
        ? callPanel<PanelMailTexts>('DELETE', `/correos/textos/${clave}`, { version })
        : callPanel<PanelMailTexts>('POST', `/correos/textos/${clave}`, { version, textos }),
    onSuccess: (texts) => client.setQueryData(TEXTS_KEY, texts),
    onError: () => void client.invalidateQueries({ queryKey: TEXTS_KEY }),
  })
}

/** The mail with sample data; what was last shown stays until the next one is there. */
export function useTextPreview(clave: string, textos: MailWords, enabled: boolean) {
  return useQuery({
    queryKey: ['correo-vista', clave, textos],
    queryFn: () => callPanel<MailPreviewAnswer>('POST', `/correos/textos/${clave}/vista`, { textos }),
    enabled,
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
}
