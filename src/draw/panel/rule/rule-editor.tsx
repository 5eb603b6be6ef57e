import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { after, type Instant } from '#platform/clock.ts'
import { readFailure, serverNow } from '#platform/panel/api.ts'
import { useWide } from '#platform/panel/device.ts'
import { ChangedMeanwhile, SaveBar } from '#platform/panel/form/form-parts.tsx'
import { LeaveGuard } from '#platform/panel/form/leave-guard.tsx'
import { focusFirst } from '#platform/panel/form/problems.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { type PanelRule, type RuleFields, ruleFields } from '../../contract.ts'
import { describeRule } from '../../describe-rule.ts'
import { wholeRule } from '../../rule.ts'
import { sendPicture, useRuleDeed } from './rule-deeds.ts'
import { draftOf, fieldOf, firstDraft, type RuledRaffle, readRuleDraft, ruleDraft, sameDraft } from './rule-draft.ts'
import { ClosePart, PrizesPart, TimesPart } from './rule-form.tsx'
import { RuleText, TooFewHands } from './rule-text.tsx'

const kept = ruleFields.nullable()

/**
 * The rule while it may change: the owner's choices, and next to them the text for buyers.
 * @param draft nobody reads the raffle yet.
 */
export function RuleEditor({ raffle, draft: unseen, rule }: { raffle: RuledRaffle; draft: boolean; rule: PanelRule }) {
  const save = useRuleDeed(raffle.id)
  const client = useQueryClient()
  const [first] = useState(() => firstDraft(raffle, serverNow() as Instant, rule.modelo))
  const form = useForm<RuleFields | null, ReturnType<typeof draftOf>>({
    saved: rule.regla,
    version: rule.version,
    draftOf,
    ...(rule.regla === null && { first }),
    check: (draft) => readRuleDraft(draft, raffle, serverNow() as Instant).problems,
    keep: { name: `panel-regla:${raffle.id}`, base: kept, draft: ruleDraft },
    same: sameDraft,
    onChange: save.reset,
  })
  const controls = useRef<HTMLFormElement>(null)
  const { draft } = form
  const read = readRuleDraft(draft, raffle, serverNow() as Instant)
  const said: Readonly<Record<string, string | undefined>> = { ...form.problems, ...(form.tried && read.problems) }
  const part = { draft, raffle, problem: (field: string) => said[field], onChange: form.change }
  // A prize without a name yet keeps nobody from reading the rest.
  const named = { ...draft, premios: draft.premios.map((one) => ({ ...one, titulo: one.titulo.trim() || '…' })) }
  const legible = readRuleDraft(named, raffle, serverNow() as Instant).rule
  const told = legible && wholeRule(raffle, legible)
  const drawn = firstDraw(legible)
  const wide = useWide()

  const preview = (
    <aside className="beside pad-5 self-start card stack gap-4" aria-label="Así la leerá quien compra">
      <h2 className="faint small">Así la leerá quien compra</h2>
      {told === null ? (
        <p className="soft">Completa lo marcado y aquí se lee la regla entera.</p>
      ) : (
        <RuleText passages={describeRule(told)} rule={legible} pictures={rule.fotos} />
      )}
    </aside>
  )

  return (
    <div className="columns gap-6">
      <form
        ref={controls}
        className="stack from-top gap-6"
        noValidate
        aria-label={`Regla del sorteo de ${raffle.titulo}`}
        onSubmit={form.submit(() => {
          if (read.rule === null) return
          const body = { version: Number(form.version), regla: read.rule }
          save.mutate(() => ask('PUT /api/panel/rifas/:id/regla', { params: { id: raffle.id }, body }), {
            onSuccess: ({ regla, version }) => form.begin(regla, version),
            onError: (error) => {
              const fields = Object.entries(readFailure(error).fields)
              const problems = Object.fromEntries(
                fields.map(([name, text]) => [fieldOf(name.replace(/^regla\./, '')), text]),
              )
              form.tell(problems)
              if (controls.current) focusFirst(controls.current, problems)
            },
          })
        })}
      >
        {form.moved ? <ChangedMeanwhile title="Otra persona cambió esta regla mientras escribías" form={form} /> : null}
        <ClosePart {...part} />
        <PrizesPart {...part} pictures={rule.fotos} upload={(file) => sendPicture(client, raffle.id, file)} />
        {draft.premios.some(({ tipo }) => tipo === 'loteria') ? <TooFewHands manos={rule.manos} /> : null}
        <TimesPart {...part} drawn={drawn} />
        {wide ? null : preview}
        <SaveBar
          className="save-bar save-bar-lined"
          form={form}
          wrong={form.wrong || (form.tried && Object.keys(read.problems).length > 0)}
          save={save}
          unsaved={
            rule.regla === null ? 'Léela antes de fijarla. Cambia hasta la primera venta.' : 'Cambios sin guardar.'
          }
          offline="Sin conexión. Lo que escribiste queda en este navegador."
          done={
            unseen
              ? 'Guardada. Se lee en la página cuando publiques la rifa.'
              : 'Guardada. Quien entre a la rifa ya la lee.'
          }
          rest="Está guardada. Puede cambiar hasta la primera venta."
          action={rule.regla === null ? 'Fijar la regla' : 'Guardar'}
        />
      </form>
      {wide ? preview : null}
      <LeaveGuard dirty={form.typed && form.dirty} onDiscard={form.begin} />
    </div>
  )
}

/** When the first draw counts; null where nobody knows yet when sales end. */
export function firstDraw(rule: RuleFields | null): Instant | null {
  if (rule?.cierre.tipo !== 'instante') return null
  return after(Date.parse(rule.cierre.en) as Instant, rule.espera_minutos * 60_000)
}
