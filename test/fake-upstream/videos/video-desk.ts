import type { Faults } from './faults.js';
import type { Film, FilmState } from './film.js';

export interface VideoOptions {
  /** How long a film takes. */
  durationMs?: number;
  /** How films end; `never` is always about to. */
  outcome?: 'completed' | 'failed' | 'policy' | 'never';
  /** Whether two orders under one key are one film. */
  honoursIdempotencyKey?: boolean;
  hasList?: boolean;
  /** How long after its order a film appears in the list. */
  listLagMs?: number;
  /** Whether a finished film is behind its name, or behind a link that needs no key. */
  result?: 'content' | 'link';
  /** Where links start from, if not from this server as it was called. */
  linkOrigin?: string;
  /** Whether it calls films tasks too and lets them be cancelled, as another gateway does. */
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

/** Where films are ordered, made and logged. What is in its log was made, whatever anybody was told. */
export class VideoDesk {
  /** Every film that was ever made, in the order in which they were ordered. */
  readonly created: Film[] = [];
  readonly #faults: { [Call in keyof Faults]: Faults[Call][] } = { create: [], status: [], content: [] };
  #settings: VideoSettings;

  constructor(options: VideoOptions = {}) {
    this.#settings = { ...DEFAULTS, ...options };
  }

  get settings(): Readonly<VideoSettings> {
    return this.#settings;
  }

  /** From now on, also for films that are being made. */
  set(options: VideoOptions): void {
    this.#settings = { ...this.#settings, ...options };
  }

  /** What becomes of the next orders, one fault for each. */
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

  add(film: Film): Film {
    this.created.push(film);
    return film;
  }

  /** Of this account, and only while it is kept. */
  find(id: string, apiKey: string): Film | undefined {
    return this.of(apiKey).find((film) => film.id === id);
  }

  findByFile(fileName: string, apiKey: string): Film | undefined {
    return this.of(apiKey).find((film) => film.fileName === fileName);
  }

  findByKey(idempotencyKey: string | undefined, apiKey: string): Film | undefined {
    if (idempotencyKey === undefined || !this.settings.honoursIdempotencyKey) return undefined;
    return this.of(apiKey).find((film) => film.idempotencyKey === idempotencyKey);
  }

  /** What the list shows by now, the oldest first. */
  listed(apiKey: string): Film[] {
    const newest = Date.now() - this.settings.listLagMs;
    return this.of(apiKey).filter(({ createdAtMs }) => createdAtMs <= newest);
  }

  stateOf({ createdAtMs, cancelledAtMs }: Film): FilmState {
    const { durationMs, outcome } = this.settings;
    const share = durationMs === 0 ? 1 : (Date.now() - createdAtMs) / durationMs;
    const progress = Math.min(Math.floor(share * 100), 99);
    if (cancelledAtMs !== undefined) return { status: 'failed', progress, error: ERRORS.cancelled };
    if (share < QUEUED_SHARE) return { status: 'queued', progress: 0 };
    if (share < 1 || outcome === 'never') return { status: 'in_progress', progress };
    if (outcome === 'completed') return { status: 'completed', progress: 100 };
    return { status: 'failed', progress, error: ERRORS[outcome] };
  }

  of(apiKey: string): Film[] {
    return this.created.filter((film) => film.apiKey === apiKey && film.deletedAtMs === undefined);
  }

  #plan<Call extends keyof Faults>(call: Call, fault: Faults[Call], times: number): void {
    for (let count = 0; count < times; count += 1) this.#faults[call].push(fault);
  }
}
