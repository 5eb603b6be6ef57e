import { useAsk } from '#access/panel/ask.ts'
import { formatWholeInstant, type Instant } from '#platform/clock.ts'
import { formatCount } from '#platform/money.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Notice, Waiting } from '#platform/panel/parts/states.tsx'
import { FormSection } from '#raffles/panel/editor/raffle-field.tsx'
import { UNRULED } from '#raffles/unruled.ts'
import type { PanelRule } from '../../contract.ts'
import './rule.css'

/** The draw, within the form of a raffle: whether it has a rule, the rule in a line, and the ways to it. */
export function RulePart({ id, canEdit }: { id: number; canEdit: boolean }) {
  const rule = useAsk('GET /api/panel/rifas/:id/regla', { params: { id } })
  return (
    <FormSection id="el-sorteo" title="El sorteo">
      {rule.data ? (
        <RuleSummary id={id} rule={rule.data} canEdit={canEdit} />
      ) : (
        <Waiting query={rule} label="Cargando la regla" />
      )}
    </FormSection>
  )
}

function RuleSummary({ id, rule, canEdit }: { id: number; rule: PanelRule; canEdit: boolean }) {
  const drawn =
    useAsk('GET /api/panel/rifas/:id', { params: { id }, refetchInterval: 20_000 }).data?.estado === 'sorteada'
  const { regla, fija } = rule
  if (regla === null) {
    return fija === null ? (
      <>
        <Notice level="aviso" title="Falta la regla del sorteo.">
          Sin ella nadie sabe de antemano cómo se elige a quien gana, ni puede comprobarlo. Se fija antes de la primera
          venta: después ya no se puede.
        </Notice>
        {canEdit ? <ButtonLink icon="flag" text="Escribir la regla" href={`/rifas/${id}/regla`} /> : null}
      </>
    ) : (
      <>
        <p className="soft">
          {drawn ? UNRULED : 'Se vende sin regla: un dueño escribe el número ganador, y nadie puede comprobarlo.'}
        </p>
        <ButtonLink icon="flag" text="El número ganador" href={`/rifas/${id}/sorteo`} />
      </>
    )
  }
  const prizes = regla.premios.length === 1 ? regla.premios[0]?.titulo : `${regla.premios.length} premios`
  return (
    <>
      <dl className="rule-facts stack">
        {[
          ['Se gana', prizes],
          ['Termina', closeText(rule)],
          ['Decide', decidersText(regla)],
        ].map(([term, says]) => (
          <div key={term} className="row-top gap-3">
            <dt className="faint">{term}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <p className="soft small">{fija ?? 'Puede cambiar hasta la primera venta.'}</p>
      <div className="thumbs flow wrap">
        <ButtonLink
          icon={fija === null && canEdit ? 'pencil' : 'lock'}
          text={fija === null && canEdit ? 'Cambiar la regla' : 'Ver la regla'}
          href={`/rifas/${id}/regla`}
        />
        <ButtonLink icon="flag" text="Hacer el sorteo" href={`/rifas/${id}/sorteo`} />
      </div>
    </>
  )
}

/** `con 80 números confirmados, o el domingo 20 de diciembre de 2026, 8:00 p. m.` */
export function closeText({ cierra_en, cierra_con }: Pick<PanelRule, 'cierra_en' | 'cierra_con'>): string {
  const sold = cierra_con !== null && `con ${formatCount(cierra_con)} números confirmados`
  const hour = cierra_en !== null && `el ${formatWholeInstant(Date.parse(cierra_en) as Instant)}`
  return [sold, hour].filter(Boolean).join(', o ')
}

export function decidersText({ premios }: NonNullable<PanelRule['regla']>): string {
  const names = premios.flatMap(({ por }) =>
    por.tipo === 'faro' ? ['un azar público'] : por.partes.map(({ loteria }) => loteria),
  )
  return [...new Set(names)].join(', ')
}
