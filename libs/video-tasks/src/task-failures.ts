import { type TaskFailure } from './task.js';

/** The failures that the gateway determines. All others come from upstreams. */
export const FAILURES = {
  cancelled: { code: 499, message: 'The task was cancelled.' },
  deadline: { code: 504, message: 'The video did not finish before its deadline.' },
  noChannel: { code: 503, message: 'No channel is available for videos with this model.' },
  sourceGone: {
    code: 503,
    message: 'The provider account that created the original video is no longer configured.',
  },
  notReached: {
    code: 502,
    message: 'The provider could not be reached.',
    outcome: 'upstream-unreachable',
  },
  unknown: {
    code: 409,
    message:
      'It is unknown whether the provider received the task. It was not sent again, to avoid a second charge.',
  },
  lost: { code: 404, message: 'The provider no longer has this video.' },
  noVideo: {
    code: 502,
    message: 'The provider returned a file that is not a video.',
    outcome: 'upstream-bad-response',
  },
  noFile: { code: 502, message: 'The finished video could not be downloaded from the provider.' },
  internal: { code: 500, message: 'The gateway could not process this task.' },
} as const satisfies Record<string, TaskFailure>;

/** Distinguishes cancelled tasks from failed ones. */
export const CANCELLED_CODE = FAILURES.cancelled.code;
