import { ask, useAsk } from '#access/panel/ask.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { AskButton } from '#platform/panel/parts/button.tsx'
import { BackHead } from '#platform/panel/parts/icon.tsx'
import { EmptyState, Notice, Waiting } from '#platform/panel/parts/states.tsx'
import type { PanelRaffle } from '#raffles/panel-contract.ts'
import type { PanelRule } from '../../contract.ts'
import { describeRule } from '../../describe-rule.ts'
import { readRule } from '../../rule.ts'
import { readStep } from '../../steps.ts'
import { PostponeDialog } from './postpone-dialog.tsx'
import { useRuleDeed } from './rule-deeds.ts'
import { ruledOf } from './rule-draft.ts'
import { RuleEditor } from './rule-editor.tsx'
import { Fingerprint, isTyped, RuleText, TooFewHands } from './rule-text.tsx'
import './rule.css'

/** The rule of a raffle's draw: written before the first sale, read after it. @param canEdit owners do, others look. */
export function RuleScreen({ id, owner }: { id: number; owner: boolean }) {
  const raffle = useAsk('GET /api/panel/rifas/:id', { params: { id }, refetchInterval: 20_000 })
  const rule = useAsk('GET /api/panel/rifas/:id/regla', { params: { id } })
  if (raffle.data && rule.data) {
    return <Rule raffle={raffle.data} rule={rule.data} canEdit={owner && !raffle.data.archivada} />
  }
  return <Waiting query={raffle.isError ? raffle : rule} label="Cargando la regla" className="page" />
}

function Rule({ raffle, rule, canEdit }: { raffle: PanelRaffle; rule: PanelRule; canEdit: boolean }) {
  const { titulo } = raffle.campos
  const over = raffle.estado === 'cerrada' || raffle.estado === 'sorteada'
  const why = over ? 'La venta terminó.' : (rule.fija ?? (canEdit ? null : 'Solo un dueño la cambia.'))
  return (
    <div className="page page-barred">
      <BackHead to={`/rifas/${raffle.id}`} back={`Volver a ${titulo}`} title="La regla del sorteo" says={titulo} />
      {why === null ? (
        <>
          <p className="soft rule-lead">
            Di ahora cómo se sabrá quién gana. Quien compra lo lee antes de pagar, y desde la primera venta ya no
            cambia. Lo que ves está listo: revisa la fecha y el premio, y fíjala.
          </p>
          <RuleEditor key={raffle.id} rule={rule} raffle={ruledOf(raffle)} draft={raffle.estado === 'borrador'} />
          {rule.regla === null ? null : <TakeAway id={raffle.id} rule={rule} />}
        </>
      ) : (
        <FixedRule raffle={raffle} rule={rule} why={why} canEdit={canEdit} />
      )}
    </div>
  )
}

/** The public text of the rule, with its hash, and the changes that are still possible. */
function FixedRule(props: { raffle: PanelRaffle; rule: PanelRule; why: string; canEdit: boolean }) {
  const { raffle, rule, why, canEdit } = props
  const told = rule.texto === null ? null : readRule(rule.texto)
  if (told === null || rule.sha256 === null) {
    return (
      <EmptyState icon="flag" title="Esta rifa se vende sin regla">
        <p>{why} Un dueño escribe el número ganador, y nadie puede comprobarlo.</p>
      </EmptyState>
    )
  }
  const steps = rule.aplazado.map(readStep).filter((step) => step !== null)
  const from = canEdit && ['publicada', 'pausada'].includes(raffle.estado) ? rule.cierra_en : null
  return (
    <div className="rule-fixed pad-end-6 stack gap-5">
      <Notice icon="lock" title="Esta regla ya no cambia.">
        {why}
      </Notice>
      {canEdit && raffle.estado !== 'sorteada' && isTyped(rule.regla) ? <TooFewHands manos={rule.manos} /> : null}
      <RuleText passages={describeRule(told, steps)} rule={rule.regla} pictures={rule.fotos} />
      <Fingerprint name="Código de control de la regla (SHA-256)" hash={rule.sha256} />
      <div className="thumbs flow wrap">
        {from === null ? null : (
          <AskButton
            icon="clock"
            text="Aplazar el cierre"
            ask={(close) => <PostponeDialog what="cierre" id={raffle.id} from={from} onClose={close} />}
          />
        )}
      </div>
    </div>
  )
}

/** Back to a raffle without a rule. */
function TakeAway({ id, rule }: { id: number; rule: PanelRule }) {
  const deed = useRuleDeed(id)
  return (
    <AskButton
      look="link"
      text="Quitar la regla"
      className="rule-away to-start bad"
      ask={(close) => (
        <AskDialog
          label="¿Quitar la regla?"
          lead="La rifa se venderá sin decir cómo se elige a quien gana, y nadie podrá comprobar el sorteo. Hasta la primera venta puedes fijar otra."
          deed={deed}
          leave="Dejarla"
          action="Quitar la regla"
          danger
          onConfirm={() => {
            const sent = { params: { id }, body: { version: rule.version } }
            deed.mutate(() => ask('DELETE /api/panel/rifas/:id/regla', sent), { onSuccess: close })
          }}
          onClose={close}
        />
      )}
    />
  )
}
