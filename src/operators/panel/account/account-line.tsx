import type { ReactNode } from 'react'

/** One thing of the account: its mark, its name and meaning, and what can be done. */
export function AccountLine(props: {
  mark?: ReactNode
  title: ReactNode
  /** Of the title, for the part that it names. */
  id?: string
  says: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="account-line pad-4-5 row gap-4">
      {props.mark}
      <div className="grow">
        <h2 id={props.id}>{props.title}</h2>
        <p className="soft">{props.says}</p>
      </div>
      {props.children}
    </div>
  )
}

/** A person in a round mark: `MO` of Marisela Ortiz. */
export function Avatar({ nombre }: { nombre: string }) {
  const words = nombre.split(/\s+/).slice(0, 2)
  return (
    <span className="avatar fixed centre soft strong" aria-hidden="true">
      {words.map((word) => word.charAt(0).toUpperCase()).join('')}
    </span>
  )
}
