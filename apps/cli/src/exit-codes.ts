/** Exit codes of the process, from sysexits.h if it has a suitable one. docs/command-line.md lists them. */
export const exitCodes = {
  success: 0,
  /** The command failed, or its check found a problem. */
  failure: 1,
  /** The command, an option or an argument is invalid. */
  usage: 2,
  /** `config diff` found a difference. */
  drift: 2,
  /** EX_NOINPUT: the named file or resource does not exist. */
  notFound: 66,
  /** EX_UNAVAILABLE: the server or the database does not respond. */
  unreachable: 69,
  /** EX_TEMPFAIL: another Modelgate process uses the data folder. Works after that process has stopped. */
  dataFolderInUse: 75,
  /** EX_NOPERM: the admin token is invalid or does not have the required permission. */
  denied: 77,
  /** EX_CONFIG: the configuration is invalid. */
  config: 78,
} as const;
