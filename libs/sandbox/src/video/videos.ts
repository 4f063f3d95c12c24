import { type VideoSpec } from './render/video-spec.js';
import { renderVideo } from './render-video.js';

/** The state of a video. */
export type VideoState =
  | { kind: 'waiting' }
  /** Progress is from 0 to 1. */
  | { kind: 'working'; progress: number }
  | { kind: 'finished'; video: Buffer }
  | { kind: 'failed'; message: string };

interface WorkState {
  state: VideoState;
  cancel: AbortController;
}

interface VideoWork extends WorkState {
  video: Promise<Buffer>;
}

export interface VideosSettings {
  maxAtOnce: number;
  maxCachedBytes: number;
  render: typeof renderVideo;
}

const DEFAULT_SETTINGS: VideosSettings = {
  maxAtOnce: 2,
  maxCachedBytes: 64 * 1024 * 1024,
  render: renderVideo,
};

/**
 * The videos of this process: some are being rendered, others are queued, and the newest finished ones are cached.
 */
export class Videos {
  private readonly settings: VideosSettings;
  private readonly works = new Map<string, VideoWork>();
  private readonly queue: (() => void)[] = [];
  private workingCount = 0;

  constructor(settings: Partial<VideosSettings> = {}) {
    this.settings = { ...DEFAULT_SETTINGS, ...settings };
  }

  /** Starts the video if necessary. A failure is reported once; the next call starts the video again. */
  startOrGetState(id: string, spec: VideoSpec): VideoState {
    const { state } = this.works.get(id) ?? this.start(id, spec);
    if (state.kind === 'failed') this.works.delete(id);
    return state;
  }

  /** Like `startOrGetState`, but waits until the video is finished. */
  async loadVideo(id: string, spec: VideoSpec): Promise<Buffer> {
    const work = this.works.get(id) ?? this.start(id, spec);
    try {
      return await work.video;
    } catch (error) {
      if (this.works.get(id) === work) this.works.delete(id);
      throw error;
    }
  }

  cancel(id: string): void {
    this.works.get(id)?.cancel.abort();
    this.works.delete(id);
  }

  private start(id: string, spec: VideoSpec): VideoWork {
    const unfinished: WorkState = { state: { kind: 'waiting' }, cancel: new AbortController() };
    const work: VideoWork = Object.assign(unfinished, {
      video: this.runQueued(async () => this.produce(unfinished, spec)),
    });
    this.works.set(id, work);
    // Prevents an unhandled rejection. Callers that do not wait for the video see the failure in its state.
    work.video.catch(() => undefined);
    return work;
  }

  private async produce(work: WorkState, spec: VideoSpec): Promise<Buffer> {
    const { signal } = work.cancel;
    const onProgress = (progress: number): void => {
      work.state = { kind: 'working', progress };
    };
    try {
      signal.throwIfAborted();
      onProgress(0);
      const video = await this.settings.render(spec, { signal, onProgress });
      work.state = { kind: 'finished', video };
      this.removeOldest();
      return video;
    } catch (error) {
      work.state = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      throw error;
    }
  }

  private async runQueued<T>(task: () => Promise<T>): Promise<T> {
    if (this.workingCount >= this.settings.maxAtOnce) {
      await new Promise<void>((resolve) => this.queue.push(resolve));
    } else {
      this.workingCount += 1;
    }
    try {
      return await task();
    } finally {
      // The next task inherits the slot, so the count does not change.
      const next = this.queue.shift();
      if (next === undefined) this.workingCount -= 1;
      else next();
    }
  }

  /** The newest video is never removed, however large, because it has not been fetched yet. */
  private removeOldest(): void {
    let cachedBytes = 0;
    for (const [id, { state }] of [...this.works].toReversed()) {
      if (state.kind !== 'finished') continue;
      const { length } = state.video;
      if (cachedBytes > 0 && cachedBytes + length > this.settings.maxCachedBytes) this.works.delete(id);
      else cachedBytes += length;
    }
  }
}
