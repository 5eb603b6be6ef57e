import type { Role } from '#operators/contract.ts'
import { foldWords } from '#purchases/search-text.ts'
import type { Place } from '../places.ts'
import type { FoundOption } from './palette-option.tsx'

/** What can be begun from anywhere, and who may. */
const DEEDS: readonly (FoundOption & { words: string; only?: readonly Role[] })[] = [
  {
    to: '/compras/nueva',
    icon: 'plus',
    name: 'Vender a mano',
    says: '',
    words: 'venta efectivo nueva compra',
    only: ['dueno', 'revisor'],
  },
  { to: '/rifas/nueva', icon: 'plus', name: 'Rifa nueva', says: '', words: 'crear agregar', only: ['dueno'] },
  { to: 'teclas', icon: 'keyboard', name: 'Teclas', says: '', words: 'atajos ayuda teclado' },
]

/** Places and deeds whose words begin with every typed word; all of them while nothing is typed. */
export function findCommands(typed: string, places: readonly Place[], role: Role): FoundOption[] {
  const wanted = foldWords(typed)
  const all = [
    ...places.map(({ path, icon, name, words }) => ({ to: path, icon, name, says: '', words })),
    ...DEEDS.filter(({ only }) => only === undefined || only.includes(role)),
  ]
  if (wanted.length === 0 && typed.trim() !== '') return []
  return all
    .filter(({ name, words }) => {
      const own = foldWords(name).concat(words.split(' ').flatMap(foldWords))
      return wanted.every((word) => own.some((mine) => mine.startsWith(word)))
    })
    .map(({ to, icon, name, says }) => ({ to, icon, name, says }))
}
