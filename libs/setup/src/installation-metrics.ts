import { CONFIG, type Config } from '#config';
import { ClockWatch, Database } from '#database';
import { ConfigGenerationRepository } from '#settings';
import { type ProcessMetrics, SampledValue } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';

const READ_EVERY_MS = 15_000;

/** Metrics that show whether this process has the active config file and the time of the database. */
@Injectable()
export class InstallationMetrics {
  private readonly current = new SampledValue(READ_EVERY_MS, () =>
    new ConfigGenerationRepository(this.database).findCurrent(),
  );

  constructor(
    private readonly database: Database,
    private readonly clock: ClockWatch,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  addTo(metrics: ProcessMetrics): void {
    const { fileHash } = this.config;
    this.clock.addTo(metrics);
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
