import { type Config } from '#config';
import { HttpTransport, PublicFetcher } from '#egress';
import { type Logger } from '#telemetry';
import { Injectable } from '@nestjs/common';
import { createDestination } from './destination.js';
import { type ExportFeeds } from './export-feed.js';
import { ExportStateRepository } from './export-state.repository.js';
import { Exporter } from './exporter.js';
import { ContentFeed, RequestFeed } from './feeds.js';
import { listKinds } from './list-kinds.js';

const MS_PER_SECOND = 1_000;

export interface ScheduledExport {
  exporter: Exporter;
  everyMs: number;
}

/** Creates exporters from the config file. */
@Injectable()
export class ExportFactory {
  private readonly feeds: ExportFeeds;

  constructor(
    readonly states: ExportStateRepository,
    requests: RequestFeed,
    contents: ContentFeed,
    private readonly http: HttpTransport,
    private readonly sender: PublicFetcher,
  ) {
    this.feeds = { requests, contents };
  }

  create({ file }: Pick<Config, 'file'>, logger: Logger): ScheduledExport[] {
    return (file?.exports ?? []).flatMap((settings) => {
      const deliver = createDestination(settings, { transport: this.http.send, sender: this.sender });
      return listKinds(settings).map((kind) => ({
        everyMs: settings.everySeconds * MS_PER_SECOND,
        exporter: new Exporter({
          key: { name: settings.name, kind },
          settings,
          feed: this.feeds[kind],
          deliver,
          states: this.states,
          logger,
        }),
      }));
    });
  }
}
