/** What the process ends with, after sysexits.h where that has a word for it. docs/command-line.md lists them. */
export const exitCodes = {
  success: 0,
  /** It was done, and found something wrong; or it could not be done. */
  failure: 1,
  /** The command was not understood, or what was written is not taken. */
  usage: 2,
  /** `config diff` has found a difference. */
  drift: 2,
  /** EX_NOINPUT: there is no such thing. */
  notFound: 66,
  /** EX_UNAVAILABLE: the server, or the database, does not answer. */
  unreachable: 69,
  /** EX_TEMPFAIL: another Modelgate uses the data folder; it will work once that one has stopped. */
  dataFolderInUse: 75,
  /** EX_NOPERM: the admin token is not one, or may not do this. */
  denied: 77,
  /** EX_CONFIG: the configuration is wrong. */
  config: 78,
} as const;
