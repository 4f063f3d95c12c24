const MINUTE = 60;

/** The steps of a video; `after` is in seconds since its submission. */

const submitting = { after: 2, step: 'submit', channel: 'videos' };
const started = [submitting, { after: 4, step: 'submitted' }, { after: 14, step: 'begin', progress: 3 }];
const halfway = [
  ...started,
  { after: 30, step: 'progress', progress: 22 },
  { after: 52, step: 'progress', progress: 47 },
];
const completed = [
  ...halfway,
  { after: 80, step: 'progress', progress: 78 },
  { after: 96, step: 'finalize' },
  { after: 99, step: 'complete' },
];

export const SCENARIOS = [
  { name: 'completed', weight: 26, steps: completed },
  {
    name: 'completed by another channel',
    weight: 5,
    steps: [
      submitting,
      { after: 3, step: 'refused', code: 429 },
      { ...submitting, after: 9, channel: 'video-spare' },
      { after: 11, step: 'submitted' },
      ...completed.slice(2).map((step) => ({ ...step, after: step.after + 8 })),
    ],
  },
  {
    name: 'completed after it was unclear whether the submission arrived',
    weight: 3,
    steps: [
      submitting,
      { after: 32, step: 'unknown', reason: 'the connection closed before a response' },
      { after: 61, step: 'submitted' },
      ...completed.slice(2).map((step) => ({ ...step, after: step.after + 60 })),
    ],
  },
  {
    name: 'failed upstream',
    weight: 4,
    steps: [
      ...halfway,
      {
        after: 71,
        step: 'fail',
        code: 502,
        message: 'The provider ran out of memory while it created the video.',
      },
    ],
  },
  {
    name: 'refused for what it shows',
    weight: 3,
    steps: [
      ...started,
      { after: 25, step: 'fail', code: 403, message: 'The prompt was rejected by the content policy.' },
    ],
  },
  {
    name: 'not finished in time',
    weight: 2,
    steps: [
      ...halfway,
      {
        after: 60 * MINUTE,
        step: 'fail',
        code: 504,
        message: 'The video did not finish before its deadline.',
      },
    ],
  },
  {
    name: 'cancelled',
    weight: 3,
    steps: [
      ...started,
      { after: 33, step: 'cancel-requested' },
      { after: 36, step: 'fail', code: 499, message: 'The task was cancelled.' },
    ],
  },
];

/** Scenarios without an end. No worker claims these tasks, so they stay as they are. */
export const OPEN_SCENARIOS = [
  { name: 'waiting', steps: [] },
  { name: 'waiting for its upstream', steps: started.slice(0, 2) },
  { name: 'started', steps: started },
  { name: 'half completed', steps: halfway },
  { name: 'nearly completed', steps: completed.slice(0, -2) },
  { name: 'about to be cancelled', steps: [...halfway, { after: 58, step: 'cancel-requested' }] },
  {
    name: 'with an unknown outcome',
    steps: [submitting, { after: 31, step: 'unknown', reason: 'answered 502' }],
  },
];

export const PROMPTS = [
  'A paper boat drifts down a rain-soaked street at dusk, reflections of neon signs, slow dolly shot',
  'Product shot of a matte green thermos on slate, morning light, steam rising, camera circles once',
  'Time-lapse of clouds over a mountain ridge, deep focus, no people',
  'A potter shapes a bowl, close-up of the hands, warm workshop light',
  'Aerial view of a coastal road in autumn, one red car, golden hour',
  'An astronaut waters a small tree inside a glass dome, quiet, wide angle',
  'Stop-motion of colourful wooden blocks that build a small city by themselves',
];
