import { CONFIG, type Config } from '#config';
import { type ProcessMetrics, SampledValue } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { type ExportFeeds, type ExportKind } from './export-feed.js';
import { ExportStateRepository } from './export-state.repository.js';
import { ContentFeed, RequestFeed } from './feeds.js';
import { listKinds } from './list-kinds.js';

const READ_EVERY_MS = 5_000;
const MS_PER_SECOND = 1_000;

interface Progress {
  export: string;
  kind: ExportKind;
  rows: number;
  lagSeconds: number;
  failures: number;
}

/** The progress of the exports in the config file, whichever process runs them. */
@Injectable()
export class ExportMetrics {
  private readonly sampled = new SampledValue(READ_EVERY_MS, () => this.readAll());
  private readonly feeds: ExportFeeds;

  constructor(
    private readonly states: ExportStateRepository,
    requests: RequestFeed,
    contents: ContentFeed,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.feeds = { requests, contents };
  }

  addTo(metrics: ProcessMetrics): void {
    const add = (
      name: 'export_rows' | 'export_lag_seconds' | 'export_failures',
      getValue: (progress: Progress) => number,
    ): void =>
      metrics.addSource(name, async () =>
        (await this.sampled.get()).map((progress) => ({
          export: progress.export,
          kind: progress.kind,
          value: getValue(progress),
        })),
      );
    add('export_rows', ({ rows }) => rows);
    add('export_lag_seconds', ({ lagSeconds }) => lagSeconds);
    add('export_failures', ({ failures }) => failures);
  }

  private async readAll(): Promise<Progress[]> {
    const all: Progress[] = [];
    for (const settings of this.config.file?.exports ?? []) {
      for (const kind of listKinds(settings)) {
        const state = await this.states.find({ name: settings.name, kind });
        if (state === undefined) continue;
        const { position, rowsDelivered: rows, failures } = state;
        const oldest = await this.feeds[kind].findFirstMoment(position);
        const lagSeconds = oldest === undefined ? 0 : (Date.now() - oldest.getTime()) / MS_PER_SECOND;
        all.push({ export: settings.name, kind, rows, lagSeconds: Math.max(0, lagSeconds), failures });
      }
    }
    return all;
  }
}
