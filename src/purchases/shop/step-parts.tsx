import { Button } from '#platform/web/button.tsx'
import type { Flow } from './purchase-state.ts'

const SAID = '.raffle-head [class^=rate]'

interface Props {
  flow: Flow
  /** The step's name in the list. */
  at: string
  /** Name shown instead. */
  name?: string
}

/** `Método, paso 2 de 4` and as many strokes. */
export function StepTrack({ flow: { steps }, at, name = at }: Props) {
  const current = steps.indexOf(at)
  return (
    <p className="track">
      <span>
        <b>{name}</b>, paso {current + 1} de {steps.length}
      </span>
      <span aria-hidden="true">
        {steps.map((step, index) => (
          <i key={step} className={index <= current ? 'on' : undefined} />
        ))}
      </span>
    </p>
  )
}

/** The rate and the warnings next to the page's price, repeated. The server drew them: the code for that need not be loaded. */
export function PageNotices() {
  return (
    <div
      className="page-notices"
      ref={(place) => place?.replaceChildren(...[...document.querySelectorAll(SAID)].map((one) => one.cloneNode(true)))}
    />
  )
}

/** Terms that pressing on accepts: a sentence, the terms, and the end of it. */
export function TermsNote({ children }: { children: string }) {
  return (
    <div className="small centred">
      {children} <Button look="link" text="términos y condiciones" data-open="terminos" />.
    </div>
  )
}
