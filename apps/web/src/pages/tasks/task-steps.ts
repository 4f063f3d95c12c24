import { type components } from '../../api/schema.js';

type Entry = components['schemas']['TimelineEntryView'];

export type StepTone = 'plain' | 'good' | 'bad' | 'waiting';

/** One thing that happened to a task, in words. */
export interface TaskStep {
  at: string;
  title: string;
  detail?: string;
  tone: StepTone;
}

interface Facts {
  channel?: string;
  upstreamModel?: string;
  upstreamId?: string;
  progress?: number;
  code?: number;
  reason?: string;
  signature?: string;
  attempt?: number;
}

type Telling = Omit<TaskStep, 'at'>;

const TELLINGS: Readonly<Record<string, (facts: Facts) => Telling>> = {
  accepted: () => ({ title: 'Accepted', detail: 'The money for it was set aside.', tone: 'plain' }),
  submitting: ({ channel = 'a channel', upstreamModel }) => ({
    title: `Sent to ${channel}`,
    detail: upstreamModel,
    tone: 'plain',
  }),
  submitted: ({ upstreamId }) => ({
    title: 'Taken on by the upstream',
    detail: upstreamId === undefined ? undefined : `It is called ${upstreamId} there.`,
    tone: 'plain',
  }),
  'in-progress': () => ({ title: 'Being made', tone: 'plain' }),
  progress: ({ progress = 0 }) => ({ title: `${progress} % done`, tone: 'plain' }),
  finalizing: () => ({ title: 'Made', detail: 'The video is being copied here.', tone: 'plain' }),
  completed: () => ({ title: 'Completed', tone: 'good' }),
  failed: ({ code }) => ({ title: code === 499 ? 'Ended, as asked' : 'Failed', tone: 'bad' }),
  refused: ({ code }) => ({
    title: 'Refused by the upstream',
    detail: code === undefined ? undefined : `It answered as status ${code}.`,
    tone: 'bad',
  }),
  'not-delivered': ({ reason }) => ({ title: 'Could not be delivered', detail: reason, tone: 'bad' }),
  'submit-unknown': ({ reason }) => ({
    title: 'Not known whether the request arrived',
    detail: reason,
    tone: 'waiting',
  }),
  'ask-by-key': () => ({
    title: 'Sent again under the same key',
    detail: 'The upstream makes it only once.',
    tone: 'plain',
  }),
  'proven-not-created': ({ signature }) => ({
    title: 'Found out that it did not arrive',
    detail: signature,
    tone: 'plain',
  }),
  'cancel-requested': () => ({ title: 'Somebody asked to cancel it', tone: 'waiting' }),
};

/** What happened, oldest first; of a row of steps of progress only the last. */
export function toSteps(timeline: readonly Entry[]): TaskStep[] {
  const told = timeline.filter(
    (entry, index) => entry.kind !== 'progress' || timeline[index + 1]?.kind !== 'progress',
  );
  return told.map(({ at, kind, detail }) => {
    const telling = TELLINGS[kind] ?? ((): Telling => ({ title: kind, tone: 'plain' }));
    return { at, ...telling(detail ?? {}) };
  });
}
