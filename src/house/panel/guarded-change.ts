import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import type { PanelSetting, PanelSettings, SettingDrop } from '../contract.ts'

export function settingOf({ ajustes }: PanelSettings, nombre: PanelSetting['nombre']): PanelSetting {
  const found = ajustes.find((one) => one.nombre === nombre)
  if (!found) throw new Error(`no setting ${nombre}`)
  return found
}

/**
 * A change that needs a fresh code. After a refused try, the same change is tried again without another one.
 * @param setting that was seen. @param send takes the proof: a code, or the permit from the refusal of the last try.
 */
export function useGuardedChange(
  { nombre, version }: PanelSetting,
  send: (pass: SettingDrop) => Promise<PanelSettings>,
  form?: { done: (setting: PanelSetting) => void; refused: (error: unknown) => void },
) {
  const client = useQueryClient()
  const { queryKey: shown } = queryOf('GET /api/panel/servidor')
  const [permiso, setPermit] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const change = useMutation({
    mutationFn: (codigo: string | null) =>
      send({ version, ...(codigo !== null ? { codigo } : permiso !== null ? { permiso } : {}) }),
    onSuccess: (settings) => {
      client.setQueryData(shown, settings)
      setPermit(null)
      form?.done(settingOf(settings, nombre))
      // The server's settings appear in the frame, the home and the mails.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== shown[0] })
    },
    onError: (error, codigo) => {
      const { code, body, fields } = readFailure(error)
      // The permit has ended: another host, the tenth minute, or the last of its tries.
      if (codigo === null && 'codigo' in fields) setAsked(true)
      else form?.refused(error)
      setPermit(typeof body['permiso'] === 'string' ? body['permiso'] : null)
      return code === 'VERSION_VIEJA' ? client.invalidateQueries({ queryKey: shown }) : undefined
    },
  })
  return {
    change,
    asked,
    /** Asks for the code, unless there is a permit. */
    begin: () => (permiso === null ? setAsked(true) : change.mutate(null)),
    /** Actions of the dialog that asks for the code. A refused try closes it too: the form shows the problem. */
    dialog: {
      onClose: () => setAsked(false),
      onConfirm: async (codigo: string) => {
        try {
          await change.mutateAsync(codigo)
        } catch (error) {
          if (typeof readFailure(error).body['permiso'] !== 'string') throw error
        }
      },
    },
  }
}
