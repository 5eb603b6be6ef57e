const SAID = '.raffle-head [class^=rate]'

/** The rate and the warnings that the page has beside its price, said again. The server drew them: the code for that need not be loaded. */
export function PageNotices() {
  return (
    <div
      className="page-notices"
      ref={(place) => place?.replaceChildren(...[...document.querySelectorAll(SAID)].map((one) => one.cloneNode(true)))}
    />
  )
}

/** What pressing on accepts: a sentence, the terms, and the end of it. */
export function TermsNote({ children }: { children: string }) {
  return (
    <div className="small centred">
      {children}{' '}
      <button type="button" className="link" data-open="terminos">
        términos y condiciones
      </button>
      .
    </div>
  )
}
