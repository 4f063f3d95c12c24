import { type TaskFailure } from './task.js';

/** How a task can fail by itself; everything else an upstream has said. */
export const FAILURES = {
  cancelled: { code: 499, message: 'The task was cancelled.' },
  deadline: { code: 504, message: 'The video was not finished in time.' },
  noChannel: { code: 503, message: 'No channel can make videos with this model now.' },
  sourceGone: { code: 503, message: 'The account that made the original video cannot be reached any more.' },
  notReached: { code: 502, message: 'The upstream could not be reached.' },
  unknown: {
    code: 409,
    message:
      'It is not known whether the submission arrived; it was not sent again, to avoid a second charge.',
  },
  lost: { code: 404, message: 'The upstream no longer knows this video.' },
  noVideo: { code: 502, message: 'The upstream delivered a file that is no video.' },
  noFile: { code: 502, message: 'The finished video could not be fetched from the upstream.' },
  internal: { code: 500, message: 'The gateway could not work on this task.' },
} as const satisfies Record<string, TaskFailure>;

/** By this a task that was cancelled is told from one that failed. */
export const CANCELLED_CODE = FAILURES.cancelled.code;
