import { expect, test } from 'vitest'
import { acceptedInvitation } from './contract-team.ts'
import { isEasyPassword } from './easy-password.ts'

test('what repeats, follows an order or is made of common words is easy, however long', () => {
  for (const easy of [
    'aaaaaaaaaaaaaaa',
    'abababababababab',
    'contraseñacontraseña',
    'abcdefghijklmnop',
    '987654321098765',
    'qwertyuiopasdfgh',
    'Admin-Password-1',
    'rifas rifas 2026!',
    'tombola12345678',
    'Ｑwertyuiop１２３４５',
  ]) {
    expect(isEasyPassword(easy), easy).toBe(true)
  }
})

test('a sentence of one’s own is not, and a password manager’s is not', () => {
  for (const fine of [
    'una frase larga y propia',
    'caballo grapa batería',
    '7vR!q2Lz#pW9sXc',
    'mi perro duerme al sol',
  ]) {
    expect(isEasyPassword(fine), fine).toBe(false)
  }
})

test('a name has our letters only', () => {
  const name = acceptedInvitation.shape.nombre
  for (const fine of ['José Núñez', "D'Angelo", 'Zoë Müller-Ibáñez', 'Ana María 2']) {
    expect(name.safeParse(fine).success, fine).toBe(true)
  }
  // Cyrillic а and е, Greek ο, and a whole name of another alphabet.
  for (const other of ['Mаrisela', 'Marisеla', 'Marcοs', 'Марисела']) {
    expect(name.safeParse(other).success, other).toBe(false)
  }
})
