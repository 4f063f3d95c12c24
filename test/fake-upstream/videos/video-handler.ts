import type { Faults } from './faults.js';
import type { Video, VideoState } from './video.js';

export interface VideoOptions {
  /** How long a video takes. */
  durationMs?: number;
  /** How videos end; `never` is always about to. */
  outcome?: 'completed' | 'failed' | 'policy' | 'never';
  /** Whether two submissions under one key are one video. */
  honoursIdempotencyKey?: boolean;
  hasList?: boolean;
  /** How long after its submit a video appears in the list. */
  listLagMs?: number;
  /** The most that a page of the list has, where that is less than what is asked for. */
  maxPageItems?: number;
  /** How many videos of other clients of the account the list has before ours: all of them are newer. */
  newerInList?: number;
  /** Whether a finished video is behind its name, or behind a link that needs no key. */
  result?: 'content' | 'link';
  /** Where links start from, if not from this server as it was called. */
  linkOrigin?: string;
  /** Whether it calls videos tasks too and lets them be cancelled, as another gateway does. */
  isTaskGateway?: boolean;
  /** Fields that it takes beyond the usual ones. */
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

/** Where videos are submitted, made and logged. What is in its log was made, whatever anybody was told. */
export class VideoHandler {
  /** Every video that was ever made, in the order in which they were submitted. */
  readonly created: Video[] = [];
  readonly #faults: { [Call in keyof Faults]: Faults[Call][] } = { create: [], status: [], content: [] };
  #settings: VideoSettings;

  constructor(options: VideoOptions = {}) {
    this.#settings = { ...DEFAULTS, ...options };
  }

  get settings(): Readonly<VideoSettings> {
    return this.#settings;
  }

  /** From now on, also for videos that are being made. */
  set(options: VideoOptions): void {
    this.#settings = { ...this.#settings, ...options };
  }

  /** What becomes of the next submissions, one fault for each. */
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

  /** Takes the fault only where it comes before anything is read. */
  takeUnreadReset(): boolean {
    if (this.#faults.create[0] !== 'reset-before-reading') return false;
    this.#faults.create.shift();
    return true;
  }

  add(video: Video): Video {
    this.created.push(video);
    return video;
  }

  /** Of this account, and only while it is kept. */
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

  /** What the list shows by now, the oldest first. */
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
