import { setImmediate } from 'node:timers/promises';
import { type Capability } from '#canonical';
import { type Channel, getServiceName } from '#catalog';
import { PriceBook, type PriceOfRecord } from '#metering';
import { type KnownModel, ModelCatalogue, findKinds } from '#models';
import { findProvider, makesVideos } from '#providers';
import { Injectable } from '@nestjs/common';
import { viewRecord } from '../../models/model-view.js';
import { type AccountModelView } from './channel-check.dto.js';
import { type ListedModel, pickFirstModel, suggestModels } from './suggest-models.js';

/** No form shows more of them. */
const MAX_SHOWN = 1_000;
/** So many are looked up at once before others have their turn. */
const AT_ONCE = 50;

interface Described extends ListedModel {
  known: KnownModel | undefined;
  price: PriceOfRecord | undefined;
}

export interface AccountModels {
  models: AccountModelView[];
  total: number;
  /** The one to begin with, where any can hold a conversation. */
  first: string | undefined;
}

/** What can be said of the models of an account that no channel serves yet. */
@Injectable()
export class AccountModelsService {
  constructor(
    private readonly prices: PriceBook,
    private readonly catalogue: ModelCatalogue,
  ) {}

  async describe(channel: Channel, ids: readonly string[]): Promise<AccountModels> {
    const described: Described[] = [];
    for (const [position, id] of ids.slice(0, MAX_SHOWN).entries()) {
      if (position % AT_ONCE === AT_ONCE - 1) await setImmediate();
      described.push(this.describeOne(channel, id));
    }
    const suggested = suggestModels(described, new Date().toISOString().slice(0, 10));
    const models = described.map((one) => view(one, suggested.has(one.id)));
    return {
      models: [...models.filter((one) => one.suggested), ...models.filter((one) => !one.suggested)],
      total: ids.length,
      first: pickFirstModel(described, suggested),
    };
  }

  private describeOne(channel: Channel, id: string): Described {
    const served = {
      model: id,
      provider: getServiceName(channel),
      baseUrl: channel.baseUrl,
      upstreamModel: id,
    };
    const known = this.catalogue.findServed(served);
    const price = this.prices.getPrice(served);
    const { inputPerMTok: input, outputPerMTok: output } = price?.price ?? {};
    return {
      id,
      known,
      price,
      capabilities: getCapabilities(channel, id, known),
      isKnown: known !== undefined,
      released: known?.dates?.released,
      retires: known?.dates?.retires,
      usdPerMTok: input === undefined || output === undefined ? undefined : input + output,
    };
  }
}

const BY_KIND: Readonly<Record<KnownModel['kind'], Capability>> = {
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

/** What a model was made for. */
function getCapabilities(
  { provider: id }: Channel,
  model: string,
  known: KnownModel | undefined,
): Capability[] {
  const provider = findProvider(id);
  const makesVideosOnly = provider !== undefined && Object.keys(provider.speaks).length === 0;
  if (makesVideosOnly && makesVideos(provider, model)) return ['video'];
  return (findKinds(known, model)?.kinds ?? ['chat' as const]).map((kind) => BY_KIND[kind]);
}

function view({ id, known, price, capabilities }: Described, suggested: boolean): AccountModelView {
  return {
    id,
    label: known?.label ?? null,
    capabilities: [...capabilities],
    price: price === undefined ? null : viewRecord(price, undefined),
    context: known?.limits?.context ?? null,
    suggested,
  };
}
