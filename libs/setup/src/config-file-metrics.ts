import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { ConfigGenerationRepository } from '#settings';
import { type ProcessMetrics, SampledValue } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';

const READ_EVERY_MS = 15_000;

/** Whether the config file of this process is the one that counts: a start only logs that it is not. */
@Injectable()
export class ConfigFileMetrics {
  private readonly current = new SampledValue(READ_EVERY_MS, () =>
    new ConfigGenerationRepository(this.database).findCurrent(),
  );

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  addTo(metrics: ProcessMetrics): void {
    const { fileHash } = this.config;
    metrics.addSource('config_generation', async () => {
      const current = await this.current.get();
      return current === undefined ? [] : [{ value: current.generation }];
    });
    metrics.addSource('config_file_counts', async () => {
      if (fileHash === undefined) return [];
      return [{ value: (await this.current.get())?.hash === fileHash ? 1 : 0 }];
    });
  }
}
