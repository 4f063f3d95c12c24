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

interface BatchText {
  text: string;
  rows: number;
  /** The number of the last row. */
  upTo: string;
}

/**
 * Delivers stored rows batch by batch, in order. The position advances only after a batch is delivered. A batch that
 * may not have arrived is delivered again under the same name.
 */
export class Exporter {
  constructor(private readonly options: ExporterOptions) {}

  get key(): ExportKey {
    return this.options.key;
  }

  /** Delivers batches until there are no more rows, or until it should stop. Returns true if there may be more. */
  async run(shouldStop: () => boolean): Promise<boolean> {
    if (!(await this.ensureStarted())) return false;
    while (!shouldStop()) {
      if (!(await this.deliverNext())) return false;
    }
    return true;
  }

  private async ensureStarted(): Promise<boolean> {
    const { key, feed, states, logger } = this.options;
    if ((await states.find(key)) !== undefined) return true;
    const position = await feed.readSettled();
    if (position === undefined) return false;
    await states.begin(key, position);
    logger.info({ export: key.name, kind: key.kind }, 'export started: it delivers new rows from now on');
    return true;
  }

  /** Returns true if there was something to deliver. */
  private async deliverNext(): Promise<boolean> {
    const { key, deliver, states, logger } = this.options;
    const state = await states.find(key);
    if (state === undefined) return false;
    const next =
      state.batch === undefined ? await this.startBatch(state.position) : await this.reloadBatch(state.batch);
    if (next === undefined) return false;
    const { batch, lines } = next;
    // All rows of a batch that was not finished may have expired meanwhile.
    if (lines.rows > 0) await deliver(key, batch, lines.text);
    await states.finishBatch(key, batch, lines.rows);
    if (state.failures > 0) {
      const { failures } = state;
      logger.info({ export: key.name, kind: key.kind, failures }, 'export delivery works again');
    }
    return true;
  }

  private async startBatch(after: string): Promise<{ batch: ExportBatch; lines: BatchText } | undefined> {
    const { key, feed, states, settings } = this.options;
    const settledPosition = await feed.readSettled();
    if (settledPosition === undefined) return undefined;
    const maxBytes = settings.maxMb * BYTES_PER_MB;
    const lines = await this.read({ after, upTo: settledPosition }, { maxRows: settings.maxRows, maxBytes });
    if (lines.rows === 0) return undefined;
    const batch = await states.beginBatch(key, { after, upTo: lines.upTo });
    return batch && { batch, lines };
  }

  private async reloadBatch(batch: ExportBatch): Promise<{ batch: ExportBatch; lines: BatchText }> {
    return { batch, lines: await this.read(batch, { maxRows: Infinity, maxBytes: Infinity }) };
  }

  private async read(
    { after, upTo }: Pick<ExportBatch, 'after' | 'upTo'>,
    { maxRows, maxBytes }: { maxRows: number; maxBytes: number },
  ): Promise<BatchText> {
    const { feed } = this.options;
    const texts: string[] = [];
    let bytes = 0;
    let last = after;
    while (texts.length < maxRows) {
      const limit = Math.min(feed.pageRows, maxRows - texts.length);
      const page = await feed.read({ after: last, upTo, limit });
      for (const { sequence, json } of page) {
        bytes += Buffer.byteLength(json) + 1;
        // A row that is larger than a batch is delivered alone.
        if (bytes > maxBytes && texts.length > 0) return toBatchText(texts, last);
        texts.push(json);
        last = sequence;
      }
      if (page.length < limit) break;
    }
    return toBatchText(texts, last);
  }
}

function toBatchText(texts: readonly string[], upTo: string): BatchText {
  return { text: texts.map((json) => `${json}\n`).join(''), rows: texts.length, upTo };
}
