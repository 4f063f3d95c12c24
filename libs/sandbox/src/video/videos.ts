import { type VideoSpec } from './render/video-spec.js';
import { renderVideo } from './render-video.js';

/** How far a video has come. */
export type VideoState =
  | { kind: 'waiting' }
  /** Progress goes from 0 to 1. */
  | { kind: 'working'; progress: number }
  | { kind: 'finished'; video: Buffer }
  | { kind: 'failed'; message: string };

interface Begun {
  state: VideoState;
  cancel: AbortController;
}

interface Work extends Begun {
  video: Promise<Buffer>;
}

export interface VideosSettings {
  maxAtOnce: number;
  maxKeptBytes: number;
  render: typeof renderVideo;
}

const USUAL: VideosSettings = { maxAtOnce: 2, maxKeptBytes: 64 * 1024 * 1024, render: renderVideo };

/** The videos of this process: a few in the making, the others in a queue, and the last ones that are finished. */
export class Videos {
  private readonly settings: VideosSettings;
  private readonly works = new Map<string, Work>();
  private readonly queue: (() => void)[] = [];
  private workingCount = 0;

  constructor(settings: Partial<VideosSettings> = {}) {
    this.settings = { ...USUAL, ...settings };
  }

  /** Whoever asks first for a video begins it. A failure is told once; after that the video is begun again. */
  getState(id: string, spec: VideoSpec): VideoState {
    const { state } = this.works.get(id) ?? this.begin(id, spec);
    if (state.kind === 'failed') this.works.delete(id);
    return state;
  }

  async getVideo(id: string, spec: VideoSpec): Promise<Buffer> {
    return (this.works.get(id) ?? this.begin(id, spec)).video;
  }

  cancel(id: string): void {
    this.works.get(id)?.cancel.abort();
    this.works.delete(id);
  }

  private begin(id: string, spec: VideoSpec): Work {
    const begun: Begun = { state: { kind: 'waiting' }, cancel: new AbortController() };
    const work: Work = Object.assign(begun, { video: this.inTurn(async () => this.make(begun, spec)) });
    this.works.set(id, work);
    // Those who do not wait for it learn of a failure from its state.
    work.video.catch(() => undefined);
    return work;
  }

  private async make(begun: Begun, spec: VideoSpec): Promise<Buffer> {
    const { signal } = begun.cancel;
    const onProgress = (progress: number): void => {
      begun.state = { kind: 'working', progress };
    };
    try {
      signal.throwIfAborted();
      onProgress(0);
      const video = await this.settings.render(spec, { signal, onProgress });
      begun.state = { kind: 'finished', video };
      this.forgetOldest();
      return video;
    } catch (error) {
      begun.state = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      throw error;
    }
  }

  private async inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (this.workingCount >= this.settings.maxAtOnce) {
      await new Promise<void>((resolve) => this.queue.push(resolve));
    } else {
      this.workingCount += 1;
    }
    try {
      return await task();
    } finally {
      // Whoever is next takes this place, which so never becomes free in between.
      const next = this.queue.shift();
      if (next === undefined) this.workingCount -= 1;
      else next();
    }
  }

  /** The newest stays, however large it is: it has not been fetched yet. */
  private forgetOldest(): void {
    let keptBytes = 0;
    for (const [id, { state }] of [...this.works].toReversed()) {
      if (state.kind !== 'finished') continue;
      const { length } = state.video;
      if (keptBytes > 0 && keptBytes + length > this.settings.maxKeptBytes) this.works.delete(id);
      else keptBytes += length;
    }
  }
}
