import { formatCount } from '#platform/money.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { StatementImport, StatementPreview } from '../../statement-contract.ts'
import { useStatements } from './statements.ts'

/** Progress: the server reports it for the import of that file. */
export function ImportProgress({ preview, metodo }: { preview: StatementPreview; metodo: number }) {
  const { data } = useStatements(true)
  const mine = data?.importaciones.find(
    ({ metodo_id, sha256, terminado_en }) =>
      metodo_id === metodo && sha256 === preview.archivo.sha256 && terminado_en === null,
  )
  const all = preview.cuentas.leidos - preview.cuentas.rechazados
  const done = mine?.hechos ?? 0
  return (
    <div className="stack gap-3" role="status">
      <strong>Importando {preview.archivo.nombre}</strong>
      <progress className="full" max={all} value={done} aria-label="Filas importadas" />
      <p className="soft compact">
        {formatCount(done)} de {formatCount(all)} filas. Puedes seguir en otra parte: no se detiene.
      </p>
    </div>
  )
}

/** Result of the import. */
export function ImportDone(props: { done: StatementImport; onMore: () => void; onDone: () => void }) {
  const { nuevos, conocidos, repetidos, rechazados, posibles, archivo } = props.done
  const facts = [
    conocidos > 0 ? `${formatCount(conocidos)} ya las había avisado otra fuente` : '',
    repetidos > 0 ? `${formatCount(repetidos)} ya estaban` : '',
    posibles > 0 ? `${formatCount(posibles)} parecen repetidas: míralas` : '',
    rechazados > 0 ? `${formatCount(rechazados)} no se pudieron leer` : '',
  ].filter(Boolean)
  return (
    <div className="stack gap-4" role="status">
      <div className="row-top gap-3">
        <VerdictShape level="bien" word={false} />
        <div>
          <strong className="subheading">
            {nuevos === 0
              ? 'Nada nuevo'
              : nuevos === 1
                ? 'Un movimiento nuevo'
                : `${formatCount(nuevos)} movimientos nuevos`}
          </strong>
          <p className="soft compact">{[archivo, ...facts].join(' · ')}</p>
        </div>
      </div>
      <div className="row wrap thumbs">
        <Button text="Otro extracto" className="target" onClick={props.onMore} />
        <Button look="go" text="Listo" className="target to-end" onClick={props.onDone} />
      </div>
    </div>
  )
}
