import { expect, test } from 'vitest'
import { acceptedInvitation } from './contract-team.ts'
import { isEasyPassword, isOwnPassword } from './easy-password.ts'

test('a password that repeats, follows an order or is made of common words is easy, however long', () => {
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

const OWN = ['Marisela Pérez', 'duena@ejemplo.test', 'Rifas La Ceiba']

test('public facts of its owner are no password, whatever digits and signs stand around them', () => {
  for (const own of [
    'duena@ejemplo.test',
    'Marisela12345678',
    'Marisela19851127',
    'marisela.perez.1985',
    'rifaslaceiba2026',
    'La-Ceiba-La-Ceiba!',
    'PEREZ marisela 99!',
    'Ceiba Marisela 2026 rifas',
    'admin@ejemplo.test',
  ]) {
    expect(isOwnPassword(own, OWN), own).toBe(true)
    expect(isOwnPassword(own, []), own).toBe(false)
  }
})

test('control: a sentence of one’s own may have a name in it', () => {
  for (const fine of [
    'una frase larga y propia',
    'Marisela baila con su abuela',
    'la ceiba crece torcida',
    '7vR!q2Lz#pW9sXc',
  ]) {
    expect(isOwnPassword(fine, OWN), fine).toBe(false)
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
