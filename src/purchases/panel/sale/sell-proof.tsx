import { Icon } from '#platform/panel/parts/icon.tsx'

/** The picture of the payment. @param says what stands beside it while there is none. */
export function SellProof(props: { proof: File | null; says: string; onPick: (proof: File | null) => void }) {
  return (
    <div className="row gap-3 wrap">
      <label className="button ring target">
        <Icon name="file" />
        {props.proof ? 'Cambiar comprobante' : 'Agregar comprobante'}
        <input
          className="sr"
          type="file"
          accept="image/jpeg,image/png,application/pdf"
          onChange={({ currentTarget }) => props.onPick(currentTarget.files?.[0] ?? null)}
        />
      </label>
      <span className="faint small">{props.proof?.name ?? props.says}</span>
    </div>
  )
}
