/** The default settings with shorter leases, so that the tasks of a killed worker continue soon. */
export const WORK_SETTINGS = {
  submitLeaseMs: 9_000,
  stepLeaseMs: 6_000,
  settleMs: 6_000,
  lostMs: 8_000,
};
