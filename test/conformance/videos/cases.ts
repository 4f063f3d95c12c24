import { expect } from '@jest/globals';
import { findProvider } from '#providers';
import { type FakeUpstream, toVideoFile } from '../../fake-upstream/index.js';
import type { VideoRow } from './rows.js';

/** A task as the gateway returns it. */
export interface ShownTask {
  task_id: string;
  status: string;
  progress: number;
  url?: string;
  error?: { code: number; message: string };
}

/** The result of a task, and what its upstream has recorded. */
export interface TaskResult {
  row: VideoRow;
  upstream: FakeUpstream;
  task: ShownTask;
  /** The types of its events, in order. */
  events: readonly string[];
  /** The channels that it was submitted to. */
  channels: readonly string[];
  /** Texts of its upstream that were logged. */
  words: readonly string[];
}

export interface VideoCase {
  name: string;
  /** The rows that have this case; by default all. */
  isFor?: (row: VideoRow) => boolean;
  /** Sets the fault of the upstream. */
  prepare?: (upstream: FakeUpstream) => void;
  /** Whether the request has everything that the row supports. */
  isElaborate?: boolean;
  /** Whether a channel with an invalid key is tried first. */
  isRotated?: boolean;
  /** What happens once the video is being made: it is cancelled, or the upstream continues. */
  onProgress?: 'cancel' | ((upstream: FakeUpstream) => void);
  check: (ended: TaskResult) => void | Promise<void>;
}

const NEVER = 1_000;

const completed = ({ task, upstream }: TaskResult): void => {
  expect(task).toMatchObject({ status: 'completed' });
  expect(upstream.videos.created).toHaveLength(1);
};

const failed =
  (code: number) =>
  ({ task }: TaskResult): void =>
    expect(task).toMatchObject({ status: 'failed', error: { code } });

export const VIDEO_CASES: readonly VideoCase[] = [
  {
    name: 'submit',
    isElaborate: true,
    check({ row: { sent, model }, upstream }) {
      const submission = upstream.received.find(({ method }) => method === 'POST');
      expect([submission?.route, submission?.json()]).toMatchObject([sent.path, sent.body]);
      expect(upstream.videos.created).toMatchObject([{ model, prompt: 'A lighthouse at dusk' }]);
      expect(upstream.refusals).toEqual([]);
    },
  },
  {
    name: 'progress',
    prepare: ({ videos }) => videos.set({ outcome: 'never', durationMs: 1 }),
    onProgress: ({ videos }) => videos.set({ outcome: 'completed' }),
    check(ended) {
      completed(ended);
      expect(ended.events).toContain('in-progress');
    },
  },
  {
    name: 'complete',
    async check(ended) {
      completed(ended);
      const { upstream, task, row } = ended;
      const file = await fetch(task.url ?? '');
      const [video] = upstream.videos.created;
      expect(Buffer.from(await file.arrayBuffer())).toEqual(toVideoFile(video?.fileName ?? ''));
      const opened = upstream.received.filter(({ route }) => route.startsWith('/files/'));
      expect(opened.length > 0).toBe(row.hasLinks);
      // Only the service itself receives our key.
      for (const { headers } of opened) expect(headers.authorization).toBeUndefined();
    },
  },
  { name: 'fail', prepare: ({ videos }) => videos.set({ outcome: 'failed' }), check: failed(502) },
  {
    name: 'content rejected',
    prepare: ({ videos }) => videos.set({ outcome: 'policy' }),
    check: failed(403),
  },
  {
    name: 'unknown status',
    isFor: ({ hasWords }) => hasWords,
    prepare: ({ videos }) => videos.nextStatus('unknown-word', 2),
    check(ended) {
      completed(ended);
      expect(ended.words.map((word) => word.toLowerCase())).toContain('marinating');
    },
  },
  { name: '404', prepare: ({ videos }) => videos.nextStatus('404', NEVER), check: failed(404) },
  {
    name: '401 after rotation',
    isRotated: true,
    prepare: ({ videos }) => videos.nextStatus('401', 2),
    check(ended) {
      completed(ended);
      expect(ended.channels).toEqual([`${ended.row.provider}-revoked`, `${ended.row.provider}-good`]);
    },
  },
  {
    name: '429',
    prepare({ videos }) {
      videos.nextCreate('429');
      videos.nextStatus('429', 2);
    },
    check(ended) {
      completed(ended);
      expect(ended.events.filter((kind) => kind === 'refused')).toHaveLength(1);
    },
  },
  {
    name: 'unknown outcome',
    prepare: ({ videos }) => videos.nextCreate('accept-then-reset'),
    check(ended) {
      // Never a second video, whatever the service lets the gateway find out.
      expect(ended.upstream.videos.created).toHaveLength(1);
      if (findProvider(ended.row.provider)?.video?.signature === 'none') failed(409)(ended);
      else completed(ended);
    },
  },
  {
    name: 'unknown outcome, later page',
    isFor: ({ provider }) => findProvider(provider)?.video?.signature === 'list',
    prepare({ videos }) {
      videos.set({ newerInList: 1_050 });
      videos.nextCreate('accept-then-reset');
    },
    check(ended) {
      completed(ended);
      expect(ended.events.filter((kind) => kind === 'submitting')).toHaveLength(1);
    },
  },
  {
    name: 'expired link',
    isFor: ({ isInAnswer = false }) => !isInAnswer,
    prepare: ({ videos }) => videos.nextContent('expired'),
    check: completed,
  },
  {
    name: 'cancel',
    onProgress: 'cancel',
    prepare: ({ videos }) => videos.set({ outcome: 'never', durationMs: 1 }),
    check(ended) {
      failed(499)(ended);
      expect(ended.upstream.videos.created[0]?.cancelledAtMs !== undefined).toBe(ended.row.cancels);
    },
  },
];
