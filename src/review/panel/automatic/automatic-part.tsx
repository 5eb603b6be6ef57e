import { useAsk } from '#access/panel/ask.ts'
import { formatCount } from '#platform/money.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { FormSection } from '#raffles/panel/editor/raffle-field.tsx'

/** Within the form of a raffle: whether its payments are confirmed without a person, and the way to it. */
export function AutomaticPart({ id }: { id: number }) {
  const { data } = useAsk('GET /api/panel/rifas/:id/confirmacion-automatica', {
    params: { id },
    refetchInterval: 20_000,
  })
  return (
    <FormSection id="confirmar-sola" title="Confirmar sin una persona">
      <p className="soft">
        {data?.activa
          ? `Encendido: hasta ${formatCount(data.tope_cantidad)} pagos al día se confirman con la palabra del banco. Hoy van ${formatCount(data.hoy.cantidad)}.`
          : 'Apagado: cada pago lo confirma una persona, aunque el banco diga que llegó.'}
      </p>
      <ButtonLink text="Ver cómo se confirma" href={`/rifas/${id}/confirmacion`} />
    </FormSection>
  )
}
