import { type OwnerDirectory } from '#access';
import { type AdmittedCall, ModelAdmission } from '#admission';
import { type Admission, type Limits } from '#limits';

/** What became of a call that was admitted. */
export interface NotedAdmission {
  requestId: string;
  adjusted: number[];
  isReleased: boolean;
}

/** A call that tells how it ends. */
export function admitNoting(noted: NotedAdmission, state: Admission['state'] = {}): AdmittedCall {
  const admission: Admission = {
    state,
    isUnsized: false,
    reserve: () => undefined,
    adjustTokens: (actual) => void noted.adjusted.push(actual),
    release: () => {
      noted.isReleased = true;
    },
  };
  const limits = { admit: () => admission } as unknown as Limits;
  const owners = { find: () => undefined } as unknown as OwnerDirectory;
  const call = {
    token: { id: 't', owner: 'o', limits: {} },
    requestId: noted.requestId,
    surface: 'realtime',
    tokens: 0,
  } as const;
  return new ModelAdmission(limits, owners).admit(call) as AdmittedCall;
}

export const newNote = (requestId: string): NotedAdmission => ({ requestId, adjusted: [], isReleased: false });
