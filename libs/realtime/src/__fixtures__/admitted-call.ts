import { type OwnerDirectory, type Token } from '#access';
import { type AdmittedCall, ModelAdmission } from '#admission';
import { type Admission, type Limits } from '#limits';

/** What was recorded of an admitted call. */
export interface RecordedAdmission {
  requestId: string;
  adjusted: number[];
  isReleased: boolean;
}

/** An admitted call that records how it ends. */
export function admitRecorded(
  token: Token,
  recorded: RecordedAdmission,
  state: Admission['state'] = {},
): AdmittedCall {
  const admission: Admission = {
    state,
    isUnsized: false,
    reserve: () => undefined,
    adjustTokens: (actual) => void recorded.adjusted.push(actual),
    release: () => {
      recorded.isReleased = true;
    },
  };
  const limits = { admit: () => admission } as unknown as Limits;
  const owners = { find: () => undefined } as unknown as OwnerDirectory;
  const call = {
    surface: 'realtime',
    requestId: recorded.requestId,
    token,
    client: undefined,
    trace: undefined,
    tokens: 0,
  } as const;
  return new ModelAdmission(limits, owners).admit(call) as AdmittedCall;
}

export const newRecord = (requestId: string): RecordedAdmission => ({ requestId, adjusted: [], isReleased: false });
