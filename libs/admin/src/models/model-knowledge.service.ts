import {
  Catalog,
  ChannelStateRepository,
  type KnownState,
  type ModelEntity,
  ModelRepository,
} from '#catalog';
import { Database } from '#database';
import { PriceBook } from '#metering';
import { ShownModels } from '#relay';
import { Injectable } from '@nestjs/common';
import { viewModel } from './model-view.js';
import { type ModelView } from './model-view.dto.js';

interface KnownModels {
  /** What was set, by the ids of models. */
  rows: ReadonlyMap<string, ModelEntity>;
  states: readonly KnownState[];
}

/** What is known of models: by settings, channels, prices and the catalogue. */
@Injectable()
export class ModelKnowledge {
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
    const known = await this.readKnown();
    return this.listNames(known.rows).map((id) => this.view(id, known));
  }

  /** Undefined where no channel serves it and nothing was set for it. */
  async viewOne(id: string): Promise<ModelView | undefined> {
    const known = await this.readKnown();
    return this.listNames(known.rows).includes(id) ? this.view(id, known) : undefined;
  }

  private async readKnown(): Promise<KnownModels> {
    // What was changed through another process may not be known here.
    await this.catalog.refresh();
    const [rows, states] = await Promise.all([
      this.models.findEnabled(),
      this.states.findOfChannels(this.catalog.activeChannels.map(({ id }) => id)),
    ]);
    return { rows: new Map(rows.map((row) => [row.id, row])), states };
  }

  /** Patterns have no name of their own. */
  private listNames(rows: ReadonlyMap<string, ModelEntity>): string[] {
    const served = this.catalog.activeChannels.flatMap(({ models }) => models.map(({ id }) => id));
    return [...new Set([...served.filter((id) => !id.endsWith('*')), ...rows.keys()])];
  }

  private view(id: string, { rows, states }: KnownModels): ModelView {
    const { catalog, prices, shown } = this;
    return viewModel(id, rows.get(id), { catalog, prices, shown, states });
  }
}
