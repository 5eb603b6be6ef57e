import { Button } from '#platform/panel/parts/button.tsx'
import { Compare } from '#platform/panel/parts/compare.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { MethodData, PanelMethod, SalesPage } from '../contract.ts'
import { compareMethods } from '../method-lines.ts'
import { usePageNames } from './page-names.ts'

type Recorded = MethodData & { paginas: SalesPage[] }

/** The row differs from the journal: its state by the journal, its current one, and both ways out. */
export function AlteredDecision(props: {
  method: PanelMethod
  onRestore: (recorded: Recorded) => void
  onConfirm: () => void
}) {
  const { method } = props
  const names = usePageNames()
  const recorded = method.alterado?.anotado ?? null
  return (
    <div className="notice notice-grave altered" role="alert">
      <VerdictShape level="grave" word={false} />
      <div>
        <strong>Cambió fuera del panel</strong>
        <p className="small">
          {recorded
            ? 'Alguien cambió la base de datos. Tus compradores ven «Lo que hay».'
            : 'El diario no sabe de esta cuenta: alguien la agregó en la base de datos.'}
        </p>
        <Compare
          lines={compareMethods(recorded && { ...recorded, tipo: method.tipo }, method, names)}
          names={['Anotado en el diario', 'Lo que hay']}
        />
        <div className="thumbs flow wrap">
          {recorded ? (
            <Button look="go" icon="undo" text="Restaurar lo anotado" onClick={() => props.onRestore(recorded)} />
          ) : null}
          <Button text="El cambio es mío" onClick={props.onConfirm} />
        </div>
      </div>
    </div>
  )
}
