import { useState } from 'react'
import { Link } from 'wouter'
import { ask, useAsk } from '#access/panel/ask.ts'
import { formatWholeInstant, type Instant } from '#platform/clock.ts'
import { serverNow } from '#platform/panel/api.ts'
import { Field } from '#platform/panel/parts/field.tsx'
import { PublishDialog, type Publishing, type ReadyRule } from '#raffles/panel/editor/publish-dialog.tsx'
import type { PanelRule } from '../../contract.ts'
import { drawHour } from '../../describe-rule.ts'
import { useRuleDeed } from './rule-deeds.ts'
import { firstDraft, type RuleDraft, readRuleDraft, ruledOf } from './rule-draft.ts'
import { firstDraw } from './rule-editor.tsx'
import { decidersText } from './rule-part.tsx'
import { isTyped, TooFewHands } from './too-few-hands.tsx'

/** Publishes a draft with the rule that it has, or with the one that most need. */
export function PublishRuled(props: Publishing) {
  const rule = useAsk('GET /api/panel/rifas/:id/regla', { params: { id: props.raffle.id } })
  return rule.data ? <Publish {...props} rule={rule.data} /> : null
}

function Publish({ rule, ...publishing }: Publishing & { rule: PanelRule }) {
  const raffle = ruledOf(publishing.raffle)
  const now = serverNow() as Instant
  const [draft, setDraft] = useState(() => firstDraft(raffle, now, rule.modelo))
  const deed = useRuleDeed(raffle.id)
  const { rule: regla, problems } = readRuleDraft(draft, raffle, now)
  const ready: ReadyRule = {
    part: (
      <ReadyPart id={raffle.id} draft={draft} rule={{ ...rule, regla }} problem={problems['dia']} onDay={setDraft} />
    ),
    lacks: Object.values(problems)[0] ?? null,
    set: async () => {
      if (!regla) return
      const sent = { params: { id: raffle.id }, body: { version: rule.version, regla } }
      await deed.mutateAsync(() => ask('PUT /api/panel/rifas/:id/regla', sent))
    },
  }
  return (
    <PublishDialog
      {...publishing}
      rule={rule.regla === null ? ready : null}
      notice={isTyped(rule.regla) ? <TooFewHands manos={rule.manos} /> : null}
    />
  )
}

/** The rule in a few words, with the day on which sales end. */
function ReadyPart(props: {
  id: number
  draft: RuleDraft
  rule: PanelRule
  problem: string | undefined
  onDay: (draft: RuleDraft) => void
}) {
  const { draft, rule } = props
  const drawn = firstDraw(rule.regla)
  return (
    <>
      <h3>La regla del sorteo</h3>
      <Field
        label={
          draft.tipo === 'instante'
            ? `Las ventas terminan a las ${drawHour(draft.hora)} del`
            : 'Terminan a más tardar el'
        }
        type="date"
        name="dia"
        value={draft.dia}
        problem={draft.dia === '' ? undefined : props.problem}
        onChange={({ target }) => props.onDay({ ...draft, dia: target.value })}
      />
      {rule.regla ? (
        <p className="soft small">
          Decide {decidersText(rule.regla)}
          {drawn === null ? '' : `, desde el ${formatWholeInstant(drawn).replace(/\.$/, '')}`}. Quien compra lo lee
          antes de pagar. <Link href={`/rifas/${props.id}/regla`}>Leerla o cambiarla</Link>
        </p>
      ) : null}
      {isTyped(rule.regla) ? <TooFewHands manos={rule.manos} /> : null}
    </>
  )
}
