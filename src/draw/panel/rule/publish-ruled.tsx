import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { ask, useAsk } from '#access/panel/ask.ts'
import { formatWholeInstant, type Instant } from '#platform/clock.ts'
import { serverNow } from '#platform/panel/api.ts'
import { Field } from '#platform/panel/parts/field.tsx'
import { PublishDialog, type Publishing, type ReadyRule } from '#raffles/panel/editor/publish-dialog.tsx'
import type { PanelRule } from '../../contract.ts'
import { drawHour } from '../../describe-rule.ts'
import { useRuleDeed } from './rule-deeds.ts'
import { firstDraft, readRuleDraft, ruledOf } from './rule-draft.ts'
import { firstDraw } from './rule-editor.tsx'
import { closeText, decidersText } from './rule-part.tsx'
import { isTyped, TooFewHands } from './rule-text.tsx'

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
    lacks: Object.values(problems)[0] ?? null,
    set: async (publica) => {
      if (!regla) return null
      const sent = { params: { id: raffle.id }, body: { version: rule.version, regla, publica } }
      return (await deed.mutateAsync(() => ask('PUT /api/panel/rifas/:id/regla', sent))).sha256
    },
  }
  const part =
    rule.regla === null ? (
      <RuleInShort id={raffle.id} rule={{ ...rule, regla }} title="La regla del sorteo">
        <Field
          label={
            draft.tipo === 'instante'
              ? `Las ventas terminan a las ${drawHour(draft.hora)} del`
              : 'Terminan a más tardar el'
          }
          type="date"
          name="dia"
          value={draft.dia}
          problem={draft.dia === '' ? undefined : problems['dia']}
          onText={(dia) => setDraft({ ...draft, dia })}
        />
      </RuleInShort>
    ) : (
      <RuleInShort id={raffle.id} rule={rule} title="La regla ya está fijada">
        <p>Las ventas terminan {closeText(rule)}</p>
      </RuleInShort>
    )
  return <PublishDialog {...publishing} rule={rule.regla === null ? ready : null} shown={rule.sha256} part={part} />
}

/** The rule in a few words. @param children the day on which sales end. */
function RuleInShort(props: { id: number; rule: PanelRule; title: string; children: ReactNode }) {
  const { rule } = props
  const drawn = firstDraw(rule.regla)
  return (
    <>
      <h3>{props.title}</h3>
      {props.children}
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
