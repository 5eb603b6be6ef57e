import { useQueryClient } from '@tanstack/react-query'
import { ask, queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { PanelFailure } from '#platform/panel/api.ts'
import { ChangedMeanwhile, SaveBar } from '#platform/panel/form/form-parts.tsx'
import { LeaveGuard } from '#platform/panel/form/leave-guard.tsx'
import { useForm } from '#platform/panel/form/use-form.ts'
import { TextField } from '#platform/panel/parts/field.tsx'
import { StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { type Reasons, reasons as reasonsShape } from '../../contract.ts'

/** One in each line that is not empty. */
function reasonsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || [])
}

/** @returns the first fault of what is typed, by the server's rules and with its line; nothing if it can be saved. */
export function reasonProblems(text: string): Record<string, string> {
  const [issue] = reasonsShape.safeParse({ motivos: reasonsIn(text) }).error?.issues ?? []
  if (!issue) return {}
  const place = issue.path[1]
  return { motivos: `${place === undefined ? '' : `El ${Number(place) + 1}: `}${issue.message}` }
}

/** All reasons in one text, saved together. @param kept the server's list: it may change during the editing. */
function ReasonsForm({ kept }: { kept: readonly string[] }) {
  const save = useSaveReasons()
  const form = useForm({
    saved: kept,
    version: JSON.stringify(kept),
    draftOf: (motivos) => ({ motivos: motivos.join('\n') }),
    check: ({ motivos }) => reasonProblems(motivos),
    same: (one, other) => sameReasons(reasonsIn(String(one)), reasonsIn(String(other))),
    onChange: save.reset,
  })
  const typed = reasonsIn(form.draft.motivos)
  return (
    <form
      className="page page-barred gap-5"
      noValidate
      onSubmit={form.submit(() => {
        const sent = { seen: form.saved, motivos: typed }
        save.mutate(sent, { onSuccess: ({ motivos }) => form.begin(motivos, JSON.stringify(motivos)) })
      })}
      aria-label="Motivos de rechazo"
    >
      <p className="soft measure">
        Quien rechaza un pago elige uno de estos; el comprador lo lee tal cual. Otro motivo pide un código.
      </p>
      {form.moved ? (
        <ChangedMeanwhile title="Otra persona cambió los motivos mientras escribías" form={form}>
          <ul className="soft">
            {kept.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </ChangedMeanwhile>
      ) : null}
      <TextField
        label="Motivos"
        hint="Uno en cada línea, en el orden en que se ofrecen. Hasta doce."
        rows={14}
        {...form.field('motivos')}
      />
      <SaveBar
        className="save-bar"
        form={form}
        save={save}
        unsaved="Cambios sin guardar."
        offline="Sin conexión. Guarda cuando vuelva."
        done="Guardado. Tu equipo ya los ve al rechazar."
        rest="Todo está guardado."
      />
      <LeaveGuard dirty={form.dirty} kept={false} onDiscard={() => undefined} />
    </form>
  )
}

/** The reasons offered for a rejection, in their order: for owners. */
export function ReasonsScreen() {
  const reasons = useAsk('GET /api/panel/motivos', { staleTime: 0 })
  if (!reasons.data) return <Waiting className="page" query={reasons} label="Cargando los motivos" />
  return (
    <>
      <StaleNotice query={reasons} />
      <ReasonsForm kept={reasons.data.motivos} />
    </>
  )
}

function sameReasons(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Replaces them all. `seen` is the list that the writer began from. The call keeps the last list that it gets, so another
 * person's change is looked for first, and nothing is sent where there is one.
 */
function useSaveReasons() {
  const client = useQueryClient()
  const shows = queryOf('GET /api/panel/motivos')
  return useDeed(
    async ({ seen, motivos }: Reasons & { seen: readonly string[] }) => {
      const now = await client.fetchQuery({ ...shows, staleTime: 0 })
      if (!sameReasons(now.motivos, seen)) {
        throw new PanelFailure(409, {
          code: 'VERSION_VIEJA',
          error: 'Otra persona cambió los motivos',
          details: 'Mira arriba lo que guardó antes de guardar lo tuyo.',
        })
      }
      return ask('PUT /api/panel/motivos', { body: { motivos } })
    },
    { shows },
  )
}
