/** Code that the compiler must reject. `npm run check` compiles this file; nothing runs it. */
import { type AdmittedCall, type ProbePermit, type TaskPermit } from '#admission';
import { type permitProbe } from '#admission/probe-permit';
import { type permitTask } from '#admission/task-permit';
import { type Channel } from '#catalog';
import { type HttpTransport } from '#egress';
import { type Provider } from '#providers';
import {
  type VideoUpstream,
  type fetchTokenCount,
  type callUpstream,
  type fetchUpstreamFile,
  type sendWithCredentials,
  type sendToAccount,
} from '#upstream';
import { type VideoTask } from '#video-tasks';

type CallPermit = Parameters<typeof callUpstream>[1]['permit'];
type CallBudget = Parameters<typeof callUpstream>[1]['budget'];
type CountPermit = Parameters<typeof fetchTokenCount>[1]['permit'];
type FilePermit = Parameters<typeof fetchUpstreamFile>[1]['permit'];
type AccountPermit = Parameters<typeof sendToAccount>[1]['permit'];
type IdentityPermit = Parameters<typeof sendWithCredentials>[0]['permit'];
type VideoPermit = ConstructorParameters<typeof VideoUpstream>[1]['permit'];
type Key = Parameters<Provider['authorize']>[0];

declare const admitted: AdmittedCall;
declare const taskPermit: TaskPermit;
declare const probePermit: ProbePermit;
/** All public members of an admitted call. */
declare const lookalike: Pick<AdmittedCall, keyof AdmittedCall>;

export const permitted: [CallPermit, CountPermit, FilePermit, AccountPermit, IdentityPermit] = [
  admitted,
  admitted,
  admitted,
  admitted,
  admitted,
];
export const videoPermits: VideoPermit[] = [taskPermit, probePermit];

// @ts-expect-error An object with the members of an admitted call was not admitted.
export const call: CallPermit = lookalike;
// @ts-expect-error The same for an account.
export const account: AccountPermit = lookalike;
// @ts-expect-error The same for cloud credentials.
export const identity: IdentityPermit = lookalike;
// @ts-expect-error The permit of a task does not allow a call of a model.
export const callOfTask: CallPermit = taskPermit;
// @ts-expect-error The permit of a channel test does not allow a call of a model.
export const callOfProbe: CallPermit = probePermit;
// @ts-expect-error The two are not interchangeable.
export const taskOfProbe: TaskPermit = probePermit;
// @ts-expect-error Videos are made by tasks, not by the call itself.
export const videoOfCall: VideoPermit = admitted;
// @ts-expect-error A step needs the row of a task, not a channel.
export const task: Parameters<typeof permitTask>[0] = {} as Channel;
// @ts-expect-error A test needs a channel, not a task.
export const channel: Parameters<typeof permitProbe>[0] = {} as VideoTask;
// @ts-expect-error A key is only authorized where a permit was checked.
export const key: Key = 'sk-1';
// @ts-expect-error The cost of a call was not held because an object says so.
export const budget: CallBudget = { held: true };
// @ts-expect-error A request is sent with a permit.
export const sent: Parameters<typeof callUpstream> = [{} as HttpTransport, { target: {} }];
