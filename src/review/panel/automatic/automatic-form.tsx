import { useState } from 'react'
import { queryOf, useDeed } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { Consequence, FreshCodeDialog, wantsCode } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { formatAmount, formatCount, type Money, readTypedMoney } from '#platform/money.ts'
import { ChangedMeanwhile, SaveBar } from '#platform/panel/form/form-parts.tsx'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import { type AutomaticSetting, automaticLimits, widens } from '../../automatic-contract.ts'

interface Draft {
  quien: 'persona' | 'banco'
  tope_cantidad: string
  tope_suma: string
}

function draftOf({ activa, tope_cantidad, tope_suma }: AutomaticSetting): Draft {
  return {
    quien: activa ? 'banco' : 'persona',
    tope_cantidad: formatCount(tope_cantidad),
    tope_suma: formatAmount(tope_suma as Money),
  }
}

/** The typed limits, as the call takes them, and the faults in them. */
function readDraft({ quien, tope_cantidad, tope_suma }: Draft) {
  const count = tope_cantidad.trim().replace(/^(\d{1,3})\.(\d{3})$/, '$1$2')
  const sum = readTypedMoney(tope_suma)
  const read = automaticLimits.safeParse({
    activa: quien === 'banco',
    tope_cantidad: /^\d{1,6}$/.test(count) ? Number(count) : 0,
    tope_suma: sum ?? '',
  })
  const wrong: Record<string, string> = {}
  for (const { path, message } of read.error?.issues ?? []) wrong[String(path[0])] ??= message
  if (sum === 'ambigua') wrong['tope_suma'] = 'No se sabe si el punto es de miles. Escribe 1300 o 1,30.'
  return { limits: read.data, wrong }
}

/** Person or bank as confirmer of exact payments, and up to how much a day. Wider limits ask for a fresh code. */
export function AutomaticForm({ id, setting }: { id: number; setting: AutomaticSetting }) {
  const params = { id }
  const shows = queryOf('GET /api/panel/rifas/:id/confirmacion-automatica', { params })
  const change = useDeed('PUT /api/panel/rifas/:id/confirmacion-automatica', { shows })
  const [asked, setAsked] = useState(false)
  const form = useForm<AutomaticSetting, Draft>({
    saved: setting,
    version: setting.version,
    draftOf,
    check: (draft) => readDraft(draft).wrong,
    onChange: change.reset,
  })
  const { limits } = readDraft(form.draft)
  const before = { ...setting, tope_suma: setting.tope_suma as Money }

  async function send(codigo?: string): Promise<void> {
    if (!limits) return
    try {
      const body = { ...limits, version: Number(form.version), ...(codigo && { codigo }) }
      const kept = await change.mutateAsync({ params, body })
      form.begin(kept, kept.version)
    } catch (error) {
      form.refused(error)
      throw error
    }
  }

  return (
    <>
      <form
        className="stack gap-4 from-top narrow-first"
        noValidate
        aria-label="Confirmar sin una persona"
        onSubmit={form.submit(() => {
          if (limits && widens(before, limits)) setAsked(true)
          else void send().catch((error: unknown) => setAsked(wantsCode(error)))
        })}
      >
        {form.moved ? <ChangedMeanwhile title="Otra persona lo cambió mientras escribías." form={form} /> : null}
        <Choice
          label="Lo que llegó exacto lo confirma"
          name="quien"
          value={form.draft.quien}
          options={[
            { value: 'persona', label: 'Una persona', says: 'Como hasta ahora: en Revisión o en Conciliación.' },
            {
              value: 'banco',
              label: 'El banco, solo',
              says: 'Apenas su palabra y el reporte coinciden, hasta un tope.',
            },
          ]}
          onChange={(quien) => form.change({ quien })}
        />
        {form.draft.quien === 'banco' ? (
          <div className="pair">
            <Field
              label="Pagos al día"
              {...form.field('tope_cantidad')}
              inputMode="numeric"
              autoComplete="off"
              hint="Los que esperas en un día bueno."
            />
            <Field
              label={`Suma al día (${setting.moneda === 'USD' ? '$' : 'Bs.'})`}
              {...form.field('tope_suma')}
              inputMode="decimal"
              autoComplete="off"
              hint="Lo que aceptarías revisar después."
            />
          </div>
        ) : null}
        <SaveBar
          className="form-foot"
          form={form}
          wrong={form.wrong}
          save={change}
          unsaved={limits && widens(before, limits) ? 'Pide tu código.' : 'Cambios sin guardar.'}
          done="Guardado."
          rest=""
        />
      </form>
      {asked && limits ? (
        <FreshCodeDialog
          title={setting.activa ? 'Dejar que se confirmen solos más pagos' : 'Dejar que el banco confirme pagos'}
          lead={`Hasta ${formatCount(limits.tope_cantidad)} pagos y ${formatSum(limits.tope_suma, setting.moneda)} al día, sin que nadie los mire.`}
          action={setting.activa ? 'Subir el tope' : 'Encender'}
          onConfirm={async (codigo) => {
            await send(codigo)
            setAsked(false)
          }}
          onClose={() => setAsked(false)}
        >
          <div>
            <Consequence icon="mail">
              {byMail(
                'Cada dueño recibe un correo ahora, el primero de cada día y al llegar al tope.',
                'Lo que se confirma solo y la llegada al tope se ven en el diario.',
              )}
            </Consequence>
            <Consequence icon="journal">Queda en el diario con tu nombre.</Consequence>
            <Consequence icon="undo">Apagarlo o bajar el tope no pide código.</Consequence>
          </div>
        </FreshCodeDialog>
      ) : null}
    </>
  )
}
