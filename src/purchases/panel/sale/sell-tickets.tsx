import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#platform/money.ts'
import { PanelFailure } from '#platform/panel/api.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { timeoutSignal } from '#platform/web/fetch-json.ts'
import { digitsOf, numberText } from '#raffles/digits.ts'
import type { SoldRaffle } from '../../sale-contract.ts'

const QUICK = [5, 10, 20] as const

/** Free numbers that are offered at a time. */
const OFFERED = 12

/**
 * A small search among the free numbers: the operator types what the buyer says on the phone, and one tap picks it.
 */
export function SellNumbers(props: { raffle: SoldRaffle; picked: string[]; onPick: (picked: string[]) => void }) {
  const { raffle, picked, onPick } = props
  const [typed, setTyped] = useState('')
  const free = useFreeNumbers(raffle.id)
  if (!free.data) return <Waiting query={free} label="Cargando los números" />
  const bits = free.data
  const isFree = (place: number) => (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1
  const gone = picked.filter((numero) => !isFree(Number(numero)))
  const offered = search(raffle.total_numeros, typed, (place, text) => isFree(place) && !picked.includes(text))
  const full = picked.length >= raffle.maximo
  return (
    <div className="sell-numbers stack gap-3">
      {picked.length === 0 ? (
        <p className="soft small">
          Toca los números que quiere el comprador. Para encontrarlos, escribe parte del número.
        </p>
      ) : (
        <ul className="flow wrap" aria-label="Números elegidos">
          {picked.map((numero) => (
            <li key={numero}>
              <button
                type="button"
                className={`sell-number target inline gap-1 sell-number-${gone.includes(numero) ? 'gone' : 'on'}`}
                aria-label={`Quitar el ${numero}`}
                onClick={() => onPick(picked.filter((other) => other !== numero))}
              >
                {numero}
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {gone.length === 0 ? null : (
        <p className="field-error bad compact" role="alert">
          {gone.length === 1
            ? `El ${gone[0]} ya tiene dueño: quítalo.`
            : `${gone.join(', ')} ya tienen dueño: quítalos.`}
        </p>
      )}
      <input
        className="input"
        inputMode="numeric"
        autoComplete="off"
        aria-label="Buscar un número libre"
        placeholder="Buscar un número"
        maxLength={digitsOf(raffle.total_numeros)}
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
      />
      {offered.length === 0 ? (
        <p className="soft small" role="status">
          Ningún número libre tiene {typed}.
        </p>
      ) : (
        <ul className="flow wrap" aria-label="Números libres">
          {offered.map((numero) => (
            <li key={numero}>
              <button
                type="button"
                className="sell-number target inline gap-1"
                disabled={full}
                onClick={() => {
                  onPick([...picked, numero])
                  setTyped('')
                }}
              >
                {numero}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The first numbers with those digits in them. */
function search(total: number, typed: string, fits: (place: number, text: string) => boolean): string[] {
  const digits = digitsOf(total)
  const found: string[] = []
  for (let place = 0; place < total && found.length < OFFERED; place++) {
    const text = numberText(place, digits)
    if (text.includes(typed) && fits(place, text)) found.push(text)
  }
  return found
}

/** How many, with a thumb: one less, one more, or a round number. */
export function SellQuantity(props: {
  raffle: SoldRaffle
  value: number
  problem: string | undefined
  onChange: (quantity: number) => void
}) {
  const { raffle, value, problem, onChange } = props
  const most = Math.min(raffle.maximo, Math.max(raffle.libres, raffle.minimo))
  const beyond = problem !== undefined || (value !== 0 && (value < raffle.minimo || value > raffle.maximo))
  const clamp = (to: number) => Math.min(Math.max(to, raffle.minimo), most)
  return (
    <div className="sell-quantity row wrap">
      <div className="sell-stepper flow gap-1">
        <Button
          text="−"
          aria-label="Un boleto menos"
          disabled={value <= raffle.minimo}
          onClick={() => onChange(clamp(value - 1))}
        />
        <input
          className="input"
          name="cantidad"
          inputMode="numeric"
          autoComplete="off"
          aria-label="Cantidad de boletos"
          value={value === 0 ? '' : value}
          onChange={({ target }) => onChange(Number(target.value.replace(/\D/g, '').slice(0, 3)))}
          aria-invalid={beyond || undefined}
          aria-describedby="de-a"
        />
        <Button
          text="+"
          aria-label="Un boleto más"
          disabled={value >= most}
          onClick={() => onChange(clamp(value + 1))}
        />
      </div>
      {QUICK.filter((quantity) => quantity >= raffle.minimo && quantity <= most).map((quantity) => (
        <Button text={quantity} key={quantity} onClick={() => onChange(quantity)} />
      ))}
      <span className="faint small">Quedan {formatCount(raffle.libres)}</span>
      <span id="de-a" className={beyond ? 'field-error bad compact' : 'faint small'} role="status">
        {problem ?? `De ${raffle.minimo} a ${raffle.maximo} boletos en cada compra.`}
      </span>
    </div>
  )
}

/** Free numbers of the raffle, by place: a bit for each, as the call of the shop gives them. */
function useFreeNumbers(id: number) {
  return useQuery({
    queryKey: ['libres', id],
    queryFn: async () => {
      const response = await fetch(`/api/rifas/${id}/numeros`, {
        headers: { accept: 'application/octet-stream' },
        signal: timeoutSignal(20_000),
      }).catch(() => null)
      if (!response?.ok) {
        throw new PanelFailure(response?.status ?? 0, {
          error: 'No pudimos cargar los números',
          details: 'Revisa tu conexión y vuelve a intentar.',
        })
      }
      return new Uint8Array(await response.arrayBuffer())
    },
    refetchInterval: 20_000,
  })
}
