import type { ReactNode } from 'react'

type Interruptions = typeof import('../dialogs/interruptions.tsx')

/** Draws what is rarely seen, once it is here. @param quiet until then nothing stands in its place. */
export type Rarely = (draw: (parts: Interruptions) => ReactNode, quiet?: true) => ReactNode
