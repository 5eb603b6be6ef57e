import { z } from 'zod'
import { withoutHidden } from './hidden-signs.ts'

/** A text that a person types and others read. @param missing message if there is none */
export const typedText = (missing?: string) => z.string(missing).overwrite(withoutHidden)
