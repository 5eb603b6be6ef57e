/**
 * Exit code of a start that a person has to fix (`EX_CONFIG` of sysexits.h): a supervisor does not restart it (deploy/tombola.service). Also in
 * run.js, which runs before anything is compiled.
 */
export const NOT_BY_ITSELF = 78
