/** As the work on tasks is by default, only less patient: nobody waits two minutes for a dead worker's lease here. */
export const WORK_SETTINGS = {
  submitLeaseMs: 9_000,
  stepLeaseMs: 6_000,
  settleMs: 6_000,
  lostMs: 8_000,
};
