import { useState } from 'react'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { BusyButton, Failure } from '#platform/panel/parts/field.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { PanelSetting } from '../contract.ts'
import { FixedSetting, savedBy, Unreadable } from './setting-parts.tsx'
import { ask, useGuardedChange } from './settings-query.ts'
import { TakeBack } from './take-back.tsx'

/** The key with which a program reads the figures of the server: made here, shown once, replaced by making another. */
export function MetricsPart({ setting }: { setting: PanelSetting }) {
  const [made, setMade] = useState('')
  const guarded = useGuardedChange(setting.version, async (pass) => {
    const { llave, ...settings } = await ask('POST /api/panel/servidor/metricas', { body: pass })
    setMade(llave)
    return settings
  })
  if (setting.fija !== null) return <FixedSetting variable={setting.fija} lines={[['Llave', 'puesta']]} />
  const has = setting.version > 0
  return (
    <div className="stack gap-4">
      {setting.ilegible ? <Unreadable /> : null}
      {made === '' ? null : (
        <Notice level="aviso" title="Cópiala ahora: no se vuelve a mostrar">
          <span className="row gap-3">
            <code className="setting-words">{made}</code>
            <CopyButton value={made} name="Copiar la llave" />
          </span>
        </Notice>
      )}
      <div className="setting-save row wrap gap-3">
        <p className="faint small">
          {savedBy(setting) || 'Sin llave, /metrics responde solo a quien pregunta desde el mismo servidor.'}
        </p>
        <BusyButton className="btn" pending={guarded.change.isPending} onClick={guarded.begin}>
          {has ? 'Hacer otra' : 'Hacer una llave'}
        </BusyButton>
      </div>
      <Failure of={guarded.change.error} />
      {guarded.asked ? (
        <FreshCodeDialog
          title="Hacer una llave para las métricas"
          lead={has ? 'La de antes deja de servir.' : 'Quien la tenga lee cifras del servidor, ninguna de una persona.'}
          action="Hacer la llave"
          onConfirm={guarded.confirm}
          onClose={guarded.close}
        />
      ) : null}
      <TakeBack
        setting={setting}
        action="Quitar la llave"
        says="/metrics responderá solo a quien pregunta desde el mismo servidor."
      />
    </div>
  )
}
