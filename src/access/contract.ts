import { z } from 'zod'

export const role = z.enum(['dueno', 'revisor', 'lector', 'vendedor'])
export type Role = z.infer<typeof role>

export const operator = z.object({
  id: z.number().int(),
  nombre: z.string(),
  correo: z.string(),
  rol: role,
  /** Whether sign-in needs a second factor. */
  segundo_factor: z.boolean(),
})
export type Operator = z.infer<typeof operator>
