import { expect, test } from 'vitest'
import type { ShownSource } from '../../sources-contract.ts'
import { sourceState } from './source-state.tsx'

test('a refused key is told with its possible faults: the address only where somebody typed one', () => {
  const refused = { activa: true, causa: 'credencial', ajustes: {} } as ShownSource
  expect(sourceState(refused).todo).not.toContain('dirección')
  const addressed = sourceState({ ...refused, ajustes: { direccion: 'https://banco.test' } })
  expect(addressed.says).toBe('La clave o la dirección no sirve')
  expect(addressed.todo).toContain('compara la dirección')
})
