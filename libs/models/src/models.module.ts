import { CONFIG, type Config } from '#config';
import { DatabaseModule, TableChanges } from '#database';
import { JobsModule, Maintenance } from '#jobs';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { ModelCatalogue } from './model-catalogue.js';
import { listOwnFacts } from './own-facts.js';
import { overlayModels, readShippedModels } from './shipped-models.js';
import { StoredModelsRepository } from './stored-models.repository.js';
import { MODELS_TABLES } from './table-retention.js';

/** What is known of the models that upstreams serve. */
@Module({
  imports: [DatabaseModule, JobsModule],
  providers: [
    StoredModelsRepository,
    {
      provide: ModelCatalogue,
      inject: [CONFIG],
      useFactory: ({ file }: Config) =>
        new ModelCatalogue(readShippedModels(), listOwnFacts(file?.models ?? [])),
    },
  ],
  exports: [ModelCatalogue],
})
export class ModelsModule implements OnModuleInit {
  /** One reading at a time: an older one that ends later would bring back what has changed since. */
  private lastReading: Promise<void> = Promise.resolve();
  private hasStored = false;
  private lastUnreadable = '';

  constructor(
    private readonly catalogue: ModelCatalogue,
    private readonly stored: StoredModelsRepository,
    private readonly changes: TableChanges,
    private readonly maintenance: Maintenance,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.maintenance.register({ tables: MODELS_TABLES });
    const reload = (): Promise<void> => {
      const reading = this.lastReading.then(() => this.read());
      this.lastReading = reading.catch(() => undefined);
      return reading;
    };
    this.changes.follow({ onChange: { model_facts: reload }, reload });
  }

  private async read(): Promise<void> {
    const { files, unreadable } = await this.stored.findAll();
    this.tell(unreadable);
    // Most installations have none, and know already what is shipped.
    if (files.length === 0 && !this.hasStored) return;
    this.hasStored = files.length > 0;
    this.catalogue.replace(overlayModels(readShippedModels(), files));
  }

  /** Once, however often they are read. */
  private tell(unreadable: readonly string[]): void {
    const told = unreadable.join(' ');
    if (told === this.lastUnreadable) return;
    this.lastUnreadable = told;
    if (told === '') return;
    this.logger.warn(
      { providers: unreadable },
      'this version cannot read what another one has stored of models; what it came with counts until the next "modelgate model update"',
    );
  }
}
