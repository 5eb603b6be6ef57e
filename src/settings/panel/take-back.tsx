import { ask } from '#access/panel/ask.ts'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { Button } from '#platform/panel/parts/button.tsx'
import type { PanelSetting } from '../contract.ts'
import { useGuardedChange } from './guarded-change.ts'

/** Removes the panel's value of a setting. If nothing is saved, or the server fixes it, there is nothing to remove. */
export function TakeBack({ setting, action, says }: { setting: PanelSetting; action: string; says: string }) {
  const { nombre, version, fija } = setting
  const guarded = useGuardedChange(version, (pass) =>
    ask('DELETE /api/panel/servidor/:ajuste', { params: { ajuste: nombre }, body: pass }),
  )
  if (version === 0 || fija !== null) return null
  return (
    <p>
      <Button look="link" text={action} className="small" onClick={guarded.begin} />
      {guarded.asked ? <FreshCodeDialog title={action} lead={says} action="Quitar" danger {...guarded.dialog} /> : null}
    </p>
  )
}
