import type { ReactNode } from 'react'
import { Bone, Waiting } from '#platform/panel/parts/states.tsx'
import { type ContactMove, SiteForm } from './site-form.tsx'
import { useSite } from './site-query.ts'
import './site.css'

/** What visitors see of the operator: brand, contact, legal line, which raffle each page shows, rules and terms. */
export function SiteScreen(props: { ContactDialog: (move: ContactMove) => ReactNode }) {
  const site = useSite()
  if (site.data) return <SiteForm site={site.data} {...props} />
  return (
    <Waiting query={site} label="Cargando los ajustes">
      <div className="site">
        <Bone width="10rem" height="1.25rem" />
        <Bone height="3rem" />
        <Bone height="3rem" />
        <Bone height="8rem" />
      </div>
    </Waiting>
  )
}
