/** What the process ends with, after sysexits.h where that has a word for it. */
export const exitCodes = {
  success: 0,
  failure: 1,
  usage: 2,
  /** EX_TEMPFAIL: another Modelgate uses the data folder; it will work once that one has stopped. */
  dataFolderInUse: 75,
} as const;
