import type { ComponentProps, ReactNode } from 'react'
import { Consequences, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { ChangedMeanwhile, SaveBar } from '#platform/panel/form/form-parts.tsx'
import { LeaveGuard } from '#platform/panel/form/leave-guard.tsx'
import type { Form } from '#platform/panel/form/use-form.ts'
import { Notice } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { PanelSetting } from '../contract.ts'
import { useGuardedChange } from './guarded-change.ts'
import './settings.css'
import { ask } from '#access/panel/ask.ts'
import { Button } from '#platform/panel/parts/button.tsx'

/** A setting that the environment fixes: it cannot be changed here. */
export function FixedSetting({
  variable,
  lines,
}: {
  variable: string
  lines: readonly (readonly [string, ReactNode])[]
}) {
  return (
    <div className="stack gap-3">
      <dl>
        {lines.map(([name, value]) => (
          <div className="pad-y-2" key={name}>
            <dt className="faint small">{name}</dt>
            <dd className="breaks">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="faint small">Lo fija el servidor ({variable}).</p>
    </div>
  )
}

/** `Lo guardó Marisela · hoy, 3:20 p. m.` */
export function savedBy({ guardado_por, guardado_en }: PanelSetting): string {
  return guardado_en === null ? '' : `Lo guardó ${guardado_por} · ${formatMoment(guardado_en)}`
}

/**
 * The form of a setting that is tried before it is kept, and the dialog that asks for the code.
 * @param moved is said when somebody else has changed it; `rest` where nobody has saved it.
 */
export function SettingForm<Saved, Draft extends object>(props: {
  label: string
  moved: string
  setting: PanelSetting
  form: Form<Saved, Draft>
  guarded: ReturnType<typeof useGuardedChange>
  unsaved: string
  done: string
  rest: string
  asks: { title: string; lead: string; says?: ComponentProps<typeof Consequences>['of'] }
  children: ReactNode
}) {
  const { setting, form, guarded, unsaved, done, asks } = props
  const action = 'Probar y guardar'
  return (
    <>
      <form className="stack gap-4" noValidate aria-label={props.label} onSubmit={form.submit(guarded.begin)}>
        {setting.ilegible ? (
          <Notice level="grave" title="Lo guardado no se puede abrir">
            La llave de esta instalación es otra, o alguien cambió la base de datos. Escríbelo de nuevo.
          </Notice>
        ) : null}
        {form.moved ? <ChangedMeanwhile title={props.moved} form={form} /> : null}
        {props.children}
        <SaveBar
          className="setting-save apart row wrap gap-3"
          {...{ form, save: guarded.change, action, unsaved, done }}
          rest={savedBy(setting) || props.rest}
        />
      </form>
      {guarded.asked ? (
        <FreshCodeDialog title={asks.title} lead={asks.lead} action={action} {...guarded.dialog}>
          {asks.says ? <Consequences of={asks.says} /> : null}
        </FreshCodeDialog>
      ) : null}
      <LeaveGuard dirty={form.dirty} onDiscard={form.begin} />
    </>
  )
}

/** Removes the panel's value of a setting. If nothing is saved, or the server fixes it, there is nothing to remove. */
export function TakeBack({ setting, action, says }: { setting: PanelSetting; action: string; says: string }) {
  const { nombre, version, fija } = setting
  const guarded = useGuardedChange(setting, (pass) =>
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
