import type { Faults } from './faults.js';
import type { Video, VideoState } from './video.js';

export interface VideoOptions {
  /** The time until a video is finished. */
  durationMs?: number;
  /** How videos end; with `never` they do not. */
  outcome?: 'completed' | 'failed' | 'policy' | 'never';
  /** Whether two submissions with one key are one video. */
  honoursIdempotencyKey?: boolean;
  hasList?: boolean;
  /** The delay after which a submitted video appears in the list. */
  listLagMs?: number;
  /** The maximum page size of the list, if lower than requested. */
  maxPageItems?: number;
  /** The number of videos by other clients of the account before ours in the list: all of them are newer. */
  newerInList?: number;
  /** Whether a finished video is downloaded by its id, or through a link without a key. */
  result?: 'content' | 'link';
  /** The origin of links, if it is not that of the request. */
  linkOrigin?: string;
  /** Whether videos are also called tasks and can be cancelled, as in another gateway. */
  isTaskGateway?: boolean;
  /** Additional fields that it accepts. */
  extraFields?: readonly string[];
}

export type VideoSettings = Required<Omit<VideoOptions, 'linkOrigin'>> & Pick<VideoOptions, 'linkOrigin'>;

const DEFAULTS: VideoSettings = {
  durationMs: 0,
  outcome: 'completed',
  honoursIdempotencyKey: false,
  hasList: true,
  listLagMs: 0,
  maxPageItems: 1_000,
  newerInList: 0,
  result: 'content',
  isTaskGateway: false,
  extraFields: [],
};

const QUEUED_SHARE = 0.1;

const ERRORS = {
  failed: { code: 'video_generation_failed', message: 'The video could not be made.' },
  policy: { code: 'moderation_blocked', message: 'The request was blocked by our moderation system.' },
  cancelled: { code: 'cancelled', message: 'The video was cancelled.' },
};

/** Accepts submissions of videos, and records them. A recorded video was made, whatever its client received. */
export class VideoHandler {
  /** Every video that was made, in the order of submission. */
  readonly created: Video[] = [];
  readonly #faults: { [Call in keyof Faults]: Faults[Call][] } = { create: [], status: [], content: [] };
  #settings: VideoSettings;

  constructor(options: VideoOptions = {}) {
    this.#settings = { ...DEFAULTS, ...options };
  }

  get settings(): Readonly<VideoSettings> {
    return this.#settings;
  }

  /** From now on, also for unfinished videos. */
  set(options: VideoOptions): void {
    this.#settings = { ...this.#settings, ...options };
  }

  /** Sets the faults of the next submissions, one for each. */
  nextCreate(fault: Faults['create'], times = 1): void {
    this.#plan('create', fault, times);
  }

  nextStatus(fault: Faults['status'], times = 1): void {
    this.#plan('status', fault, times);
  }

  nextContent(fault: Faults['content'], times = 1): void {
    this.#plan('content', fault, times);
  }

  takeFault<Call extends keyof Faults>(call: Call): Faults[Call] | undefined {
    return this.#faults[call].shift();
  }

  /** Takes the fault only if it occurs before anything is read. */
  takeUnreadReset(): boolean {
    if (this.#faults.create[0] !== 'reset-before-reading') return false;
    this.#faults.create.shift();
    return true;
  }

  add(video: Video): Video {
    this.created.push(video);
    return video;
  }

  /** A video of this account, until it is deleted. */
  find(id: string, apiKey: string): Video | undefined {
    return this.of(apiKey).find((video) => video.id === id);
  }

  findByFile(fileName: string, apiKey: string): Video | undefined {
    return this.of(apiKey).find((video) => video.fileName === fileName);
  }

  findByKey(idempotencyKey: string | undefined, apiKey: string): Video | undefined {
    if (idempotencyKey === undefined || !this.settings.honoursIdempotencyKey) return undefined;
    return this.of(apiKey).find((video) => video.idempotencyKey === idempotencyKey);
  }

  /** The videos that the list contains now, the oldest first. */
  listed(apiKey: string): Video[] {
    const newest = Date.now() - this.settings.listLagMs;
    const own = this.of(apiKey).filter(({ createdAtMs }) => createdAtMs <= newest);
    return [...own, ...this.#buildNewer(apiKey)];
  }

  getState({ createdAtMs, cancelledAtMs }: Video): VideoState {
    const { durationMs, outcome } = this.settings;
    const share = durationMs === 0 ? 1 : (Date.now() - createdAtMs) / durationMs;
    const progress = Math.min(Math.floor(share * 100), 99);
    if (cancelledAtMs !== undefined) return { status: 'failed', progress, error: ERRORS.cancelled };
    if (share < QUEUED_SHARE) return { status: 'queued', progress: 0 };
    if (share < 1 || outcome === 'never') return { status: 'in_progress', progress };
    if (outcome === 'completed') return { status: 'completed', progress: 100 };
    return { status: 'failed', progress, error: ERRORS[outcome] };
  }

  of(apiKey: string): Video[] {
    return this.created.filter((video) => video.apiKey === apiKey && video.deletedAtMs === undefined);
  }

  #buildNewer(apiKey: string): Video[] {
    const [model, prompt, body] = ['video-1', 'A video of another client', {}];
    return Array.from({ length: this.settings.newerInList }, (_, index) => {
      const fileName = `other-${index}`;
      return { id: fileName, fileName, createdAtMs: Date.now(), apiKey, model, prompt, body };
    });
  }

  #plan<Call extends keyof Faults>(call: Call, fault: Faults[Call], times: number): void {
    for (let count = 0; count < times; count += 1) this.#faults[call].push(fault);
  }
}
