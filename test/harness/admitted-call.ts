import { type ClientFacts, type OwnerDirectory, type Token } from '#access';
import { type AdmittedCall, ModelAdmission } from '#admission';
import { Limits, MemoryCounters } from '#limits';

const NO_OWNERS = { find: () => undefined } as unknown as OwnerDirectory;

/** A call without limits. */
export function admittedCall(token: Token, client?: ClientFacts): AdmittedCall {
  const admission = new ModelAdmission(new Limits(new MemoryCounters()), NO_OWNERS);
  const origin = { surface: 'http', requestId: 'r', token, client, trace: undefined } as const;
  return admission.admit({ ...origin, tokens: 0 }) as AdmittedCall;
}
