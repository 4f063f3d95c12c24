export {
  type AttemptRecord,
  type PlanKind,
  type CallRecord,
  findDecidingAttempt,
  newRecord,
} from './call-record.js';
export { AdmissionModule } from './admission.module.js';
export { type AdmittedCall } from './admitted-call.js';
export { type HeldBudget } from './held-budget.js';
export { ModelAdmission } from './model-admission.js';
export { type Surface } from './surfaces.js';
export { type ProbePermit } from './probe-permit.js';
export { type TaskPermit } from './task-permit.js';
export { type UpstreamPermit } from './upstream-permit.js';
