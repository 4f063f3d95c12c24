import {
  Catalog,
  ChannelStateRepository,
  type ReportedState,
  type ModelEntity,
  ModelRepository,
} from '#catalog';
import { Database } from '#database';
import { PriceBook } from '#metering';
import { ShownModels } from '#relay';
import { Injectable } from '@nestjs/common';
import { viewModel } from './model-view.js';
import { type ModelView } from './model-view.dto.js';

interface LoadedModels {
  /** The settings, by model id. */
  rows: ReadonlyMap<string, ModelEntity>;
  states: readonly ReportedState[];
}

/** Views of models, from their settings, channels, prices and the catalog. */
@Injectable()
export class ModelViews {
  private readonly states: ChannelStateRepository;

  constructor(
    database: Database,
    private readonly models: ModelRepository,
    private readonly catalog: Catalog,
    private readonly prices: PriceBook,
    private readonly shown: ShownModels,
  ) {
    this.states = new ChannelStateRepository(database);
  }

  async viewAll(): Promise<ModelView[]> {
    const loaded = await this.load();
    return this.listNames(loaded.rows).map((id) => this.view(id, loaded));
  }

  /** Undefined if no channel serves the model and it has no settings. */
  async viewOne(id: string): Promise<ModelView | undefined> {
    const loaded = await this.load();
    return this.listNames(loaded.rows).includes(id) ? this.view(id, loaded) : undefined;
  }

  private async load(): Promise<LoadedModels> {
    // Changes of another process may not have arrived yet.
    await this.catalog.refresh();
    const [rows, states] = await Promise.all([
      this.models.findEnabled(),
      this.states.findOfChannels(this.catalog.activeChannels.map(({ id }) => id)),
    ]);
    return { rows: new Map(rows.map((row) => [row.id, row])), states };
  }

  /** The ids of all served models, without patterns, and of all models with settings. */
  private listNames(rows: ReadonlyMap<string, ModelEntity>): string[] {
    const served = this.catalog.activeChannels.flatMap(({ models }) => models.map(({ id }) => id));
    return [...new Set([...served.filter((id) => !id.endsWith('*')), ...rows.keys()])];
  }

  private view(id: string, { rows, states }: LoadedModels): ModelView {
    const { catalog, prices, shown } = this;
    return viewModel(id, rows.get(id), { catalog, prices, shown, states });
  }
}
