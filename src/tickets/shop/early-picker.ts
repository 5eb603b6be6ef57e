import { showNotice } from '#platform/web/notice.ts'
import type { QuantityLimits } from '#raffles/quantity-limits.ts'
import { LIMIT_TITLE, limitText } from '../quantity.ts'
import { amountTexts, isLong, type Priced } from '../totals.ts'
import { type QuantityStep, stepQuantity, typedQuantity } from './picked-quantity.ts'

/** The visitor's choices before React was there. */
export interface EarlyChoice {
  quantity: number
  /** The visitor pressed 'Comprar' already, or was left in the middle of a payment. */
  buy: boolean
}

/**
 * Answers the quantity buttons, the field and the totals from the first paint. It runs inline, without React.
 * @param opens the purchase is to be opened without a press.
 * @param picked how many numbers were picked by hand before a reload: so many are bought.
 * @returns a function that ends it and returns the choices so far: React calls it when it takes over.
 */
export function startEarlyPicker(raffle: Priced & QuantityLimits, opens: boolean, picked = 0): () => EarlyChoice {
  const choice: EarlyChoice = { quantity: raffle.minimo, buy: opens }

  function set(next: { quantity: number; limited: boolean }, field: string | null): void {
    choice.quantity = next.quantity
    const input = document.querySelector<HTMLInputElement>('#cantidad')
    if (input && field !== null) input.value = field
    const { own, other, bolivares } = amountTexts(raffle, choice.quantity)
    write('own', own)
    write('other', other ?? '')
    write('bolivares', bolivares)
    if (next.limited) showNotice(LIMIT_TITLE, limitText(raffle.maximo))
  }

  function onClick(event: Event): void {
    const button = (event.target as Element).closest<HTMLElement>('[data-step],[data-buy]')
    if (!button) return
    const step = button.dataset['step']
    if (step !== undefined) {
      const next = stepQuantity(choice.quantity, step as QuantityStep, raffle)
      set(next, String(next.quantity))
    } else {
      choice.buy = true
      button.setAttribute('aria-busy', 'true')
    }
  }

  function onType(event: Event): void {
    const input = event.target as HTMLInputElement
    if (input.id !== 'cantidad') return
    const typed = typedQuantity(input.value, event.type === 'change', raffle)
    set(typed, typed.correction)
  }

  // Some browsers restore the text typed before a reload; totals must agree with the visible one.
  const restored = picked > raffle.minimo ? `${picked}` : document.querySelector<HTMLInputElement>('#cantidad')?.value
  if (restored !== undefined && restored !== String(raffle.minimo)) {
    const typed = typedQuantity(restored, true, raffle)
    set({ quantity: typed.quantity, limited: false }, String(typed.quantity))
  }
  // A wheel over the focused field would change the quantity while the visitor only scrolls. This stays.
  document.addEventListener(
    'wheel',
    () => {
      const field = document.activeElement as HTMLElement | null
      if (field?.id === 'cantidad') field.blur()
    },
    { passive: true },
  )
  document.addEventListener('click', onClick)
  document.addEventListener('input', onType)
  document.addEventListener('change', onType)
  return () => {
    document.removeEventListener('click', onClick)
    document.removeEventListener('input', onType)
    document.removeEventListener('change', onType)
    return choice
  }
}

function write(total: string, text: string): void {
  for (const place of document.querySelectorAll(`[data-total=${total}]`)) {
    place.textContent = text
    place.toggleAttribute('data-long', isLong(text) === true)
  }
}
