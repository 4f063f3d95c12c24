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
import { type CapabilitySource, chooseShownCapabilities } from './shown-capabilities.js';

/** A model with the capabilities it was made for, besides all that it can be called with. */
export interface ShownModel extends OfferedModel {
  shown: Capability[];
  shownBy: CapabilitySource;
}

/** The models as they are listed in the console and to clients. A request may use more than the listed capabilities. */
@Injectable()
export class ShownModels {
  /** Whether the gateway adds speech to realtime sessions of all chat models. */
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

  /** For all tokens. */
  listServed(): ShownModel[] {
    return listServedModels(this.catalog, () => true).map((model) => this.show(model));
  }

  findServed(id: string): ShownModel | undefined {
    const found = findServedModel(this.catalog, id);
    return found && this.show(found);
  }

  /** The catalog entry of a model at one of its channels. */
  findKnownModel(served: ServedModel): KnownModel | undefined {
    return this.catalogue.findServed(served);
  }

  private show(model: OfferedModel): ShownModel {
    const { id, service, baseUrl, upstreamModel } = model;
    const known = this.findKnownModel({ model: id, provider: service, baseUrl, upstreamModel });
    const { capabilities, from } = chooseShownCapabilities({
      callable: model.capabilities,
      isLimited: this.catalog.getCapabilities(id) !== undefined,
      isExact: findProvider(model.ownedBy)?.isBuiltIn === true,
      found: findKinds(known, upstreamModel),
      hasVoice: this.hasVoice || this.catalog.getRealtime(id) !== undefined,
    });
    return { ...model, shown: capabilities, shownBy: from };
  }
}
