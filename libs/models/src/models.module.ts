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

/** The catalogue of models that upstreams serve. */
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
  /** Loads run one after another, because an older one that ends later would restore outdated data. */
  private lastLoad: Promise<void> = Promise.resolve();
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
      const loading = this.lastLoad.then(() => this.load());
      this.lastLoad = loading.catch(() => undefined);
      return loading;
    };
    this.changes.follow({ onChange: { model_facts: reload }, reload });
  }

  private async load(): Promise<void> {
    const { files, unreadable } = await this.stored.findAll();
    this.warnOfUnreadable(unreadable);
    // Most installations have no stored models, and the shipped ones are already in use.
    if (files.length === 0 && !this.hasStored) return;
    this.hasStored = files.length > 0;
    this.catalogue.replace(overlayModels(readShippedModels(), files));
  }

  /** Logs each set of unreadable providers once. */
  private warnOfUnreadable(unreadable: readonly string[]): void {
    const providers = unreadable.join(' ');
    if (providers === this.lastUnreadable) return;
    this.lastUnreadable = providers;
    if (providers === '') return;
    this.logger.warn(
      { providers: unreadable },
      'this version cannot read the model data stored by another version; it uses its built-in data until the next "modelgate model update"',
    );
  }
}
