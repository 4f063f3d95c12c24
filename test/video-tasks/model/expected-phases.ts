import { type Tier } from '../tiers.js';
import { type CreateScript, type Script, type StatusScript } from './scripted-upstream.js';
import { type TaskState } from './submission.js';

type Phase = TaskState['phase'];

const AFTER_SUBMISSION: Record<CreateScript, readonly Phase[]> = {
  accepted: ['polling'],
  refused: ['failed'],
  busy: ['accepted'],
  'not-delivered': ['accepted'],
  unheard: ['submit-unknown'],
  'made-unheard': ['submit-unknown'],
  'made-nameless': ['submit-unknown'],
};

const AFTER_POLL: Record<StatusScript, readonly Phase[]> = {
  queued: ['polling'],
  in_progress: ['polling'],
  completed: ['completed'],
  failed: ['failed'],
  marinating: ['polling'],
  gone: ['polling', 'failed'],
  broken: ['polling'],
};

const AFTER_DOUBT: Record<Tier, readonly Phase[]> = {
  key: ['accepted', 'polling', 'failed'],
  list: ['submit-unknown', 'accepted', 'polling', 'failed'],
  none: ['polling', 'failed'],
};

/** The possible phases after one undisturbed step. */
export function expectedPhases(before: TaskState, { create, status }: Script, tier: Tier): readonly Phase[] {
  const isToEnd = before.isCancelled || before.isOverdue;
  switch (before.phase) {
    case 'accepted':
      if (isToEnd) return ['failed'];
      if (before.attempts === 0) return [...AFTER_SUBMISSION[create], 'accepted'];
      return [...AFTER_SUBMISSION[create], 'accepted', 'failed', 'polling', 'submit-unknown'];
    case 'submitting':
      return ['submit-unknown', 'polling'];
    case 'submit-unknown':
      // The account may be the spare one by now, which has a list.
      return [...new Set([...AFTER_DOUBT[tier], ...AFTER_DOUBT.list])];
    case 'polling':
      return isToEnd && status !== 'completed' ? ['failed'] : AFTER_POLL[status];
    case 'finalizing':
      return status === 'completed' ? ['completed'] : ['finalizing', 'failed', 'completed'];
    case 'completed':
    case 'failed':
      return [before.phase];
  }
}
