import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from '#platform/web/icon.tsx'
import { showNotice } from '#platform/web/notice.ts'
import type { QuantityLimits } from '#raffles/quantity-limits.ts'
import { LIMIT_TITLE, limitText, QUICK_ADDS } from '../quantity.ts'
import { type QuantityStep, stepQuantity, typedQuantity } from './picked-quantity.ts'

interface Props {
  quantity: number
  limits: QuantityLimits
  onChange: (quantity: number) => void
  /** Next to the heading. */
  children?: ReactNode
}

/**
 * Section 'Adquiere tus Boletos'. The field keeps its own text, which may be unfinished while it is typed; early-picker.ts
 * answers the same `data-step` buttons until this component is hydrated.
 */
export function QuantityPicker({ quantity, limits, onChange, children }: Props) {
  const field = useRef<HTMLInputElement>(null)

  useLayoutEffect(() => {
    const input = field.current
    if (input && typedQuantity(input.value, false, limits).quantity !== quantity) input.value = String(quantity)
  }, [quantity, limits])

  function set(next: { quantity: number; limited: boolean }, text: string | null): void {
    if (text !== null && field.current) field.current.value = text
    if (next.limited) showNotice(LIMIT_TITLE, limitText(limits.maximo))
    onChange(next.quantity)
  }

  function type(final: boolean): void {
    const typed = typedQuantity(field.current?.value ?? '', final, limits)
    set(typed, typed.correction)
  }

  function stepper(step: QuantityStep) {
    return {
      type: 'button' as const,
      'data-step': step,
      onClick: () => {
        const next = stepQuantity(quantity, step, limits)
        set(next, String(next.quantity))
      },
    }
  }

  return (
    <section className="buy" aria-labelledby="adquiere">
      <div className="buy-head">
        <h2 id="adquiere">Adquiere tus Boletos</h2>
        {children}
      </div>
      <div className="stepper">
        <button aria-label="Quitar 2 boletos" {...stepper('minus')}>
          <Icon name="minus" />
        </button>
        <button className="reset" aria-label={`Volver a ${limits.minimo} boletos`} {...stepper('reset')}>
          <Icon name="reset" small />
        </button>
        <input
          ref={field}
          id="cantidad"
          className="num"
          type="number"
          inputMode="numeric"
          min={limits.minimo}
          max={limits.maximo}
          autoComplete="off"
          defaultValue={limits.minimo}
          aria-label="Cantidad de boletos"
          onChange={() => type(false)}
          onBlur={() => type(true)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') type(true)
          }}
        />
        <button aria-label="Agregar 1 boleto" {...stepper('1')}>
          <Icon name="plus" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in older Safari, and there is nothing to submit. */}
      <div className="quick" role="group" aria-label="Agregar boletos">
        {QUICK_ADDS.filter((more) => more < limits.maximo).map((more) => (
          <button key={more} className="num" {...stepper(`${more}`)}>
            +{more}
          </button>
        ))}
      </div>
    </section>
  )
}
