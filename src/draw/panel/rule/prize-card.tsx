import { Choice, type ChoiceOption } from '#platform/panel/parts/choice.tsx'
import { Field, SelectField } from '#platform/panel/parts/field.tsx'
import { WayButton } from '#platform/panel/parts/icon.tsx'
import { PromotionWarning } from '#raffles/panel/editor/promotion-warning.tsx'
import type { NamedPicture } from '../../contract.ts'
import { hoursText } from '../../describe-rule.ts'
import { PictureField } from '../pictures/picture-field.tsx'
import { firstLottery, fittingParts } from './lotteries.ts'
import { LotteryFields } from './lottery-fields.tsx'
import { type PrizeDraft, tieFields } from './rule-draft.ts'

const WAYS: readonly ChoiceOption<PrizeDraft['tipo']>[] = [
  {
    value: 'faro',
    label: 'Por azar público (recomendado)',
    says: 'Un azar público que sale solo a su hora. Siempre gana un número vendido.',
  },
  {
    value: 'loteria',
    label: 'Por una lotería',
    says: 'Con el número que salga. Una persona lo escribe y otra lo confirma.',
  },
]

const CLAIMS = [24, 48, 72, 120, 168, 360, 720, 1_080, 2_160]

/** One prize: its name, the way of its draw, and the time to claim it. */
export function PrizeCard(props: {
  prize: PrizeDraft
  /** From 1. */
  place: number
  count: number
  digits: number
  /** Those that were sent for this raffle. */
  pictures: readonly NamedPicture[]
  upload: (file: File) => Promise<NamedPicture>
  /** Problem of a field. */
  problem: (field: string) => string | undefined
  onChange: (part: Partial<PrizeDraft>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  const { prize, place, count, digits, onChange } = props
  const name = prize.titulo.trim() || `premio ${place}`
  const at = (field: string) => `premios.${place - 1}.${field}`
  const tied = tieFields({ ...props, draft: prize, at })
  const claims = CLAIMS.includes(Number(prize.reclamo_horas)) ? CLAIMS : [Number(prize.reclamo_horas), ...CLAIMS]
  return (
    <li className="pad-4 card stack gap-4">
      <div className="row apart">
        <h3>{count === 1 ? 'El premio' : `Premio ${place}`}</h3>
        {count === 1 ? null : (
          <div className="flow">
            <WayButton icon="up" label={`Subir ${name}`} blocked={place === 1} onPress={() => props.onMove(-1)} />
            <WayButton icon="down" label={`Bajar ${name}`} blocked={place === count} onPress={() => props.onMove(1)} />
            <WayButton icon="cross" label={`Quitar ${name}`} blocked={false} onPress={props.onRemove} />
          </div>
        )}
      </div>
      <div className="stack">
        <Field label={count === 1 ? 'Qué se gana' : `Qué se gana en el ${place}`} {...tied('titulo')} maxLength={200} />
        <PromotionWarning what="El premio" text={prize.titulo} />
      </div>
      <PictureField
        label="Foto (opcional)"
        alt={`Foto de ${name}`}
        most={1}
        pictures={props.pictures.filter(({ sha256 }) => sha256 === prize.imagen)}
        hint="Se fija con la regla: quien compra la ve, y después de la primera venta ya no cambia."
        upload={props.upload}
        onChange={(chosen) => onChange({ imagen: chosen.at(-1)?.sha256 ?? '' })}
      />
      <Choice
        label={count === 1 ? 'Cómo se decide quién gana' : `Cómo se decide quién gana el ${place}`}
        name={at('tipo')}
        value={prize.tipo}
        options={WAYS}
        onChange={(tipo) => {
          if (tipo === 'faro' || prize.partes.length > 0) return onChange({ tipo })
          const { nombre, hora, pagina } = firstLottery(digits)
          onChange({ tipo, hora, pagina, intentos: '2', partes: fittingParts(digits, nombre, hora) })
        }}
      />
      {prize.tipo === 'loteria' ? <LotteryFields {...props} at={at} /> : null}
      <SelectField
        label="Tiempo para reclamarlo"
        options={claims.map((hours) => [hours, hoursText(hours)])}
        {...tied('reclamo_horas')}
        hint="Desde que le avisas. Si no lo reclama, se sortea otra vez."
      />
    </li>
  )
}
