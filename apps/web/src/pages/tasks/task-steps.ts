import { type components } from '../../api/schema.js';

type Entry = components['schemas']['TimelineEntryView'];

export type StepTone = 'plain' | 'good' | 'bad' | 'waiting';

/** What has passed is done, unless it went well or badly in the end. */
export type ShownTone = StepTone | 'done';

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
  accepted: () => ({ title: 'Accepted', detail: 'Its cost is reserved.', tone: 'plain' }),
  submitting: ({ channel = 'a channel', upstreamModel }) => ({
    title: `Sent to ${channel}`,
    detail: upstreamModel,
    tone: 'plain',
  }),
  submitted: ({ upstreamId }) => ({
    title: 'Accepted by the provider',
    detail: upstreamId === undefined ? undefined : `Its id there: ${upstreamId}`,
    tone: 'plain',
  }),
  'in-progress': () => ({ title: 'In progress', tone: 'plain' }),
  progress: ({ progress = 0 }) => ({ title: `${progress} % done`, tone: 'plain' }),
  finalizing: () => ({ title: 'Video ready', detail: 'It is being copied to this gateway.', tone: 'plain' }),
  completed: () => ({ title: 'Completed', tone: 'good' }),
  failed: ({ code }) => ({ title: code === 499 ? 'Cancelled' : 'Failed', tone: 'bad' }),
  refused: ({ code }) => ({
    title: 'Refused by the provider',
    detail: code === undefined ? undefined : `Status ${code}`,
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
    title: 'The request did not arrive',
    detail: signature,
    tone: 'plain',
  }),
  'cancel-requested': () => ({ title: 'Cancellation requested', tone: 'waiting' }),
};

/** Only what is still going on looks as if something were to come. */
export function getShownTone({ tone }: Pick<TaskStep, 'tone'>, isGoingOn: boolean): ShownTone {
  return isGoingOn || tone === 'good' || tone === 'bad' ? tone : 'done';
}

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
