import { describe, expect, test } from 'vitest'
import { readRecoveryCode } from './recovery-code.ts'

describe('a recovery code', () => {
  test.each([
    ['as it is shown', 'O4P4-T4PU-VSBJ-BSPJ'],
    ['in small letters, without dashes', 'o4p4t4puvsbjbspj'],
    ['with spaces and the dash of a phone', ' o4p4 t4pu–vsbj bspj '],
    ['with a zero where only an O can be', '04P4-T4PU-VSBJ-BSPJ'],
    ['with an 8 where only a B can be', 'O4P4-T4PU-VS8J-8SPJ'],
  ])('is read %s', (_, typed) => {
    expect(readRecoveryCode(typed)).toEqual({ code: 'O4P4T4PUVSBJBSPJ' })
  })

  test.each([
    ['1, which may be an I or an L', '14P4-T4PU-VSBJ-BSPJ', /letra I o la L/, false],
    ['a 9', '94P4-T4PU-VSBJ-BSPJ', /no lleva «9»/, false],
    ['a letter that no code has', 'Ñ4P4-T4PU-VSBJ-BSPJ', /no lleva «Ñ»/, false],
    ['too few', 'O4P4-T4PU-VSBJ-BSP', /^Falta 1:/, true],
    ['nothing', ' - ', /^Faltan 16:/, true],
    ['too many', 'O4P4-T4PU-VSBJ-BSPJ-22', /^Sobran 2:/, false],
  ])('says what is wrong: %s', (_, typed, problem, unfinished) => {
    expect(readRecoveryCode(typed)).toEqual({ problem: expect.stringMatching(problem), unfinished })
  })
})
