import { setImmediate } from 'node:timers/promises';
import { type Capability } from '#canonical';
import { type Channel, getServiceName } from '#catalog';
import { PriceBook, type PriceOfRecord } from '#metering';
import { type KnownModel, ModelCatalogue, findKinds } from '#models';
import { findProvider, makesVideos } from '#providers';
import { Injectable } from '@nestjs/common';
import { findUsdPerMTok } from '../../channel-probe/request-cost.js';
import { viewRecord } from '../../models/model-view.js';
import { type AccountModelView } from './channel-check.dto.js';
import { type ListedModel, pickFirstModel, suggestModels } from './suggest-models.js';

/** The maximum number of models in a form. */
const MAX_SHOWN = 1_000;
/** How many models are described before other work can run. */
const SLICE_MODELS = 50;

interface DescribedModel extends ListedModel {
  known: KnownModel | undefined;
  price: PriceOfRecord | undefined;
}

export interface AccountModels {
  models: AccountModelView[];
  total: number;
  /** The model for a first request, if the account has a chat model. */
  first: string | undefined;
}

/** Describes the models of an account before there is a channel for it. */
@Injectable()
export class AccountModelsService {
  constructor(
    private readonly prices: PriceBook,
    private readonly catalogue: ModelCatalogue,
  ) {}

  async describe(channel: Channel, ids: readonly string[]): Promise<AccountModels> {
    const described: DescribedModel[] = [];
    for (const [position, id] of ids.slice(0, MAX_SHOWN).entries()) {
      if (position % SLICE_MODELS === SLICE_MODELS - 1) await setImmediate();
      described.push(this.describeOne(channel, id));
    }
    const suggested = suggestModels(described, new Date().toISOString().slice(0, 10));
    const models = described.map((one) => viewAccountModel(one, suggested.has(one.id)));
    return {
      models: [...models.filter((one) => one.suggested), ...models.filter((one) => !one.suggested)],
      total: ids.length,
      first: pickFirstModel(described, suggested),
    };
  }

  private describeOne(channel: Channel, id: string): DescribedModel {
    const served = {
      model: id,
      provider: getServiceName(channel),
      baseUrl: channel.baseUrl,
      upstreamModel: id,
    };
    const known = this.catalogue.findServed(served);
    const price = this.prices.getPrice(served);
    return {
      id,
      known,
      price,
      capabilities: getCapabilities(channel, id, known),
      isKnown: known !== undefined,
      released: known?.dates?.released,
      retires: known?.dates?.retires,
      usdPerMTok: findUsdPerMTok(price),
    };
  }
}

const CAPABILITY_BY_KIND: Readonly<Record<KnownModel['kind'], Capability>> = {
  chat: 'chat',
  completion: 'completions',
  embedding: 'embeddings',
  rerank: 'rerank',
  speech: 'speech',
  transcription: 'transcription',
  realtime: 'realtime',
  image: 'images',
  video: 'video',
  moderation: 'moderation',
};

/** The capabilities of a model, according to the catalog or its name. */
function getCapabilities(
  { provider: id }: Channel,
  model: string,
  known: KnownModel | undefined,
): Capability[] {
  const provider = findProvider(id);
  const makesVideosOnly = provider !== undefined && Object.keys(provider.speaks).length === 0;
  if (makesVideosOnly && makesVideos(provider, model)) return ['video'];
  return (findKinds(known, model)?.kinds ?? ['chat' as const]).map((kind) => CAPABILITY_BY_KIND[kind]);
}

function viewAccountModel(
  { id, known, price, capabilities }: DescribedModel,
  suggested: boolean,
): AccountModelView {
  return {
    id,
    label: known?.label ?? null,
    capabilities: [...capabilities],
    price: price === undefined ? null : viewRecord(price, undefined),
    context: known?.limits?.context ?? null,
    suggested,
  };
}
