import { type Logger } from '#telemetry';
import { type Deliver, type ExportSettings } from './destination.js';
import { type ExportFeed } from './export-feed.js';
import { type ExportBatch, type ExportKey, type ExportStateRepository } from './export-state.repository.js';

const BYTES_PER_MB = 1024 * 1024;

export interface ExporterOptions {
  key: ExportKey;
  settings: Pick<ExportSettings, 'maxRows' | 'maxMb'>;
  feed: ExportFeed;
  deliver: Deliver;
  states: ExportStateRepository;
  logger: Logger;
}

interface Lines {
  text: string;
  rows: number;
  /** Of the last of them. */
  upTo: string;
}

/**
 * Delivers what was stored, batch by batch, in that order. Where it stands moves on after a batch is delivered and not
 * before: what nobody knows to have arrived is delivered again, under the same name.
 */
export class Exporter {
  constructor(private readonly options: ExporterOptions) {}

  get key(): ExportKey {
    return this.options.key;
  }

  /** Delivers until there is no more, or until it is to stop; whether there may be more. */
  async run(isToStop: () => boolean): Promise<boolean> {
    if (!(await this.hasBegun())) return false;
    while (!isToStop()) {
      if (!(await this.deliverNext())) return false;
    }
    return true;
  }

  private async hasBegun(): Promise<boolean> {
    const { key, feed, states, logger } = this.options;
    if ((await states.find(key)) !== undefined) return true;
    const position = await feed.readSettled();
    if (position === undefined) return false;
    await states.begin(key, position);
    logger.info(
      { export: key.name, kind: key.kind },
      'an export has begun: it delivers what comes from now on',
    );
    return true;
  }

  /** Whether there was something to deliver. */
  private async deliverNext(): Promise<boolean> {
    const { key, deliver, states, logger } = this.options;
    const state = await states.find(key);
    if (state === undefined) return false;
    const next =
      state.batch === undefined ? await this.makeBatch(state.position) : await this.readAgain(state.batch);
    if (next === undefined) return false;
    const { batch, lines } = next;
    // All of a batch that was left behind may have expired meanwhile.
    if (lines.rows > 0) await deliver(key, batch, lines.text);
    await states.finishBatch(key, batch, lines.rows);
    if (state.failures > 0) {
      const { failures } = state;
      logger.info({ export: key.name, kind: key.kind, failures }, 'an export is delivered again');
    }
    return true;
  }

  private async makeBatch(after: string): Promise<{ batch: ExportBatch; lines: Lines } | undefined> {
    const { key, feed, states, settings } = this.options;
    const settled = await feed.readSettled();
    if (settled === undefined) return undefined;
    const maxBytes = settings.maxMb * BYTES_PER_MB;
    const lines = await this.read({ after, upTo: settled }, { maxRows: settings.maxRows, maxBytes });
    if (lines.rows === 0) return undefined;
    const batch = await states.beginBatch(key, { after, upTo: lines.upTo });
    return batch && { batch, lines };
  }

  private async readAgain(batch: ExportBatch): Promise<{ batch: ExportBatch; lines: Lines }> {
    return { batch, lines: await this.read(batch, { maxRows: Infinity, maxBytes: Infinity }) };
  }

  private async read(
    { after, upTo }: Pick<ExportBatch, 'after' | 'upTo'>,
    { maxRows, maxBytes }: { maxRows: number; maxBytes: number },
  ): Promise<Lines> {
    const { feed } = this.options;
    const texts: string[] = [];
    let bytes = 0;
    let last = after;
    while (texts.length < maxRows) {
      const limit = Math.min(feed.pageRows, maxRows - texts.length);
      const page = await feed.read({ after: last, upTo, limit });
      for (const { sequence, json } of page) {
        bytes += Buffer.byteLength(json) + 1;
        // One that is larger than a batch may be goes alone.
        if (bytes > maxBytes && texts.length > 0) return toLines(texts, last);
        texts.push(json);
        last = sequence;
      }
      if (page.length < limit) break;
    }
    return toLines(texts, last);
  }
}

function toLines(texts: readonly string[], upTo: string): Lines {
  return { text: texts.map((json) => `${json}\n`).join(''), rows: texts.length, upTo };
}
