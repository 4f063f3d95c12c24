import type { components } from '../../api/schema.js';

type Entry = components['schemas']['TimelineEntryView'];

export type StepTone = 'plain' | 'good' | 'bad' | 'waiting';

/** A finished step is `done`, unless it is good or bad. */
export type DisplayTone = StepTone | 'done';

/** The description of a task event. */
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
  /** The status code of the provider's response. */
  status?: number;
  reason?: string;
  signature?: string;
  attempt?: number;
}

type StepDescription = Omit<TaskStep, 'at'>;

const DESCRIPTIONS: Readonly<Record<string, (facts: Facts) => StepDescription>> = {
  accepted: () => ({ title: 'Accepted', detail: 'The estimated cost is reserved.', tone: 'plain' }),
  submitting: ({ channel = 'a channel', upstreamModel }) => ({
    title: `Sent to ${channel}`,
    detail: upstreamModel,
    tone: 'plain',
  }),
  submitted: ({ upstreamId }) => ({
    title: 'Accepted by the provider',
    detail: upstreamId === undefined ? undefined : `Upstream ID: ${upstreamId}`,
    tone: 'plain',
  }),
  'in-progress': () => ({ title: 'In progress', tone: 'plain' }),
  progress: ({ progress = 0 }) => ({ title: `${progress}% complete`, tone: 'plain' }),
  finalizing: () => ({ title: 'Video ready', detail: 'Copying it to the gateway.', tone: 'plain' }),
  completed: () => ({ title: 'Completed', tone: 'good' }),
  failed: ({ code }) => ({ title: code === 499 ? 'Cancelled' : 'Failed', tone: 'bad' }),
  refused: ({ code, status = code }) => ({
    title: 'Rejected by the provider',
    detail: status === undefined ? undefined : `Status ${status}`,
    tone: 'bad',
  }),
  'not-delivered': ({ reason }) => ({ title: 'Could not be sent', detail: reason, tone: 'bad' }),
  'submit-unknown': ({ reason }) => ({
    title: 'Submission not confirmed',
    detail: reason,
    tone: 'waiting',
  }),
  'ask-by-key': () => ({
    title: 'Sent again with the same idempotency key',
    detail: 'The provider creates the video only once.',
    tone: 'plain',
  }),
  'proven-not-created': ({ signature }) => ({
    title: 'The provider did not receive it',
    detail: signature,
    tone: 'plain',
  }),
  'cancel-requested': () => ({ title: 'Cancellation requested', tone: 'waiting' }),
};

/** All steps except the current one are shown as finished. */
export function getDisplayTone({ tone }: Pick<TaskStep, 'tone'>, isCurrent: boolean): DisplayTone {
  return isCurrent || tone === 'good' || tone === 'bad' ? tone : 'done';
}

/** Describes the events, oldest first. Of consecutive progress events, only the last one is kept. */
export function toSteps(timeline: readonly Entry[]): TaskStep[] {
  const shown = timeline.filter(
    (entry, index) => entry.kind !== 'progress' || timeline[index + 1]?.kind !== 'progress',
  );
  return shown.map(({ at, kind, detail }) => {
    const describe = DESCRIPTIONS[kind] ?? ((): StepDescription => ({ title: kind, tone: 'plain' }));
    return { at, ...describe(detail ?? {}) };
  });
}
