import { type OwnerDirectory } from '#access';
import { type AdmittedCall, ModelAdmission } from '#admission';
import { Limits, MemoryCounters } from '#limits';

const NO_OWNERS = { find: () => undefined } as unknown as OwnerDirectory;

/** A call that nothing limits. */
export function admittedCall(): AdmittedCall {
  const admission = new ModelAdmission(new Limits(new MemoryCounters()), NO_OWNERS);
  const token = { id: 't', owner: 'o', limits: {} };
  return admission.admit({ token, requestId: 'r', surface: 'http', tokens: 0 }) as AdmittedCall;
}
