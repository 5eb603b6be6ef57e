import { lazy, Suspense, useState } from 'react'
import type { SiteSettings } from '#site/contract.ts'

const TermsDialog = lazy(() =>
  import('#site/shop/rules-dialog.tsx').then((module) => ({ default: module.TermsDialog })),
)
const PrivacyDialog = lazy(() => import('#site/shop/privacy-dialog.tsx'))

/** Opens the terms over the step that mentions them. */
export function TermsLink() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        términos y condiciones
      </button>
      {open && (
        <Suspense>
          <TermsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens the personal-data notice: what is kept, why, for how long. */
export function PrivacyLink({ site }: { site: SiteSettings }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Cómo cuidamos tus datos
      </button>
      {open && (
        <Suspense>
          <PrivacyDialog site={site} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
