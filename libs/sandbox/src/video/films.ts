import { type FilmOrder } from './film/film-order.js';
import { renderVideo } from './render-video.js';

/** How far a film has come. */
export type FilmState =
  | { kind: 'waiting' }
  /** Progress goes from 0 to 1. */
  | { kind: 'working'; progress: number }
  | { kind: 'finished'; film: Buffer }
  | { kind: 'failed'; message: string };

interface Begun {
  state: FilmState;
  cancel: AbortController;
}

interface Work extends Begun {
  film: Promise<Buffer>;
}

export interface FilmsSettings {
  mostAtOnce: number;
  mostKeptBytes: number;
  render: typeof renderVideo;
}

const USUAL: FilmsSettings = { mostAtOnce: 2, mostKeptBytes: 64 * 1024 * 1024, render: renderVideo };

/** The films of this process: a few in the making, the others in a queue, and the last ones that are finished. */
export class Films {
  private readonly settings: FilmsSettings;
  private readonly works = new Map<string, Work>();
  private readonly queue: (() => void)[] = [];
  private workingCount = 0;

  constructor(settings: Partial<FilmsSettings> = {}) {
    this.settings = { ...USUAL, ...settings };
  }

  /** Whoever asks first for a film begins it. A failure is told once; after that the film is begun again. */
  stateOf(id: string, order: FilmOrder): FilmState {
    const { state } = this.works.get(id) ?? this.begin(id, order);
    if (state.kind === 'failed') this.works.delete(id);
    return state;
  }

  async filmOf(id: string, order: FilmOrder): Promise<Buffer> {
    return (this.works.get(id) ?? this.begin(id, order)).film;
  }

  cancel(id: string): void {
    this.works.get(id)?.cancel.abort();
    this.works.delete(id);
  }

  private begin(id: string, order: FilmOrder): Work {
    const begun: Begun = { state: { kind: 'waiting' }, cancel: new AbortController() };
    const work: Work = Object.assign(begun, { film: this.inTurn(async () => this.make(begun, order)) });
    this.works.set(id, work);
    // Those who do not wait for it hear of a failure from its state.
    work.film.catch(() => undefined);
    return work;
  }

  private async make(begun: Begun, order: FilmOrder): Promise<Buffer> {
    const { signal } = begun.cancel;
    const onProgress = (progress: number): void => {
      begun.state = { kind: 'working', progress };
    };
    try {
      signal.throwIfAborted();
      onProgress(0);
      const film = await this.settings.render(order, { signal, onProgress });
      begun.state = { kind: 'finished', film };
      this.forgetOldest();
      return film;
    } catch (error) {
      begun.state = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      throw error;
    }
  }

  private async inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (this.workingCount >= this.settings.mostAtOnce) {
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
      const { length } = state.film;
      if (keptBytes > 0 && keptBytes + length > this.settings.mostKeptBytes) this.works.delete(id);
      else keptBytes += length;
    }
  }
}
