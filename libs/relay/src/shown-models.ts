import { type Token } from '#access';
import { type Capability } from '#canonical';
import { Catalog } from '#catalog';
import { CONFIG, type Config } from '#config';
import { type KnownModel, ModelCatalogue, type ServedModel, findKinds } from '#models';
import { findProvider } from '#providers';
import { Inject, Injectable } from '@nestjs/common';
import {
  type OfferedModel,
  findOfferedModel,
  findServedModel,
  listOfferedModels,
  listServedModels,
} from './offered-models.js';
import { type CapabilitySource, chooseShown } from './shown-capabilities.js';

/** A model with what it is for, beside all that it can be called for. */
export interface ShownModel extends OfferedModel {
  shown: Capability[];
  shownBy: CapabilitySource;
}

/** Models as people and clients are told of them. A request may ask them for more than that: what is shown refuses nothing. */
@Injectable()
export class ShownModels {
  /** Whether sessions with any chat model have ears and a voice. */
  private readonly hasVoice: boolean;

  constructor(
    private readonly catalog: Catalog,
    private readonly catalogue: ModelCatalogue,
    @Inject(CONFIG) { file }: Config,
  ) {
    const { transcribeModel, speechModel } = file?.realtime ?? {};
    this.hasVoice = transcribeModel !== undefined && speechModel !== undefined;
  }

  list(token: Token): ShownModel[] {
    return listOfferedModels(this.catalog, token).map((model) => this.show(model));
  }

  find(token: Token, id: string): ShownModel | undefined {
    const found = findOfferedModel(this.catalog, token, id);
    return found && this.show(found);
  }

  /** Whoever asks. */
  listServed(): ShownModel[] {
    return listServedModels(this.catalog, () => true).map((model) => this.show(model));
  }

  findServed(id: string): ShownModel | undefined {
    const found = findServedModel(this.catalog, id);
    return found && this.show(found);
  }

  /** What the catalogue knows of a model at one of its channels. */
  findKnown(served: ServedModel): KnownModel | undefined {
    return this.catalogue.findServed(served);
  }

  private show(model: OfferedModel): ShownModel {
    const { id, service, baseUrl, upstreamModel } = model;
    const known = this.findKnown({ model: id, provider: service, baseUrl, upstreamModel });
    const { capabilities, from } = chooseShown({
      callable: model.capabilities,
      isLimited: this.catalog.getCapabilities(id) !== undefined,
      isExact: findProvider(model.ownedBy)?.isBuiltIn === true,
      found: findKinds(known, upstreamModel),
      hasVoice: this.hasVoice || this.catalog.getRealtime(id) !== undefined,
    });
    return { ...model, shown: capabilities, shownBy: from };
  }
}
