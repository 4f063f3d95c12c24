import { type Token, mayUseEveryModel, mayUseModel, requireModel } from '#access';
import { type Capability, GatewayError } from '#canonical';
import { Catalog, ChannelHealth, type RoutedTarget, type randomPickFor, getServiceName } from '#catalog';
import { PriceBook, maxMicroUsd } from '#metering';
import { Injectable } from '@nestjs/common';

/** The size of the request by which prices are compared. */
const TYPICAL_SIZE = {
  inputTokens: 1000,
  maxOutputTokens: 500,
  images: 1,
  characters: 1000,
  searchUnits: 1,
  videoSeconds: 10,
};

export interface RoutingOptions {
  model: string;
  capability: Capability;
  randomPick?: ReturnType<typeof randomPickFor>;
}

export interface RoutingResult {
  /** The public name, without a pinned channel. */
  model: string;
  /** Best first. */
  targets: RoutedTarget[];
  /** A second channel is tried if the first has sent no byte after this time. Undefined without hedging. */
  hedgeMs: number | undefined;
}

/** Finds the targets of requests. */
@Injectable()
export class Router {
  constructor(
    private readonly catalog: Catalog,
    private readonly health: ChannelHealth,
    private readonly prices: PriceBook,
  ) {}

  /** The targets of a model and of its fallbacks, all of which the token must be allowed to use. */
  findTargets(token: Token, { model, capability, randomPick }: RoutingOptions): RoutingResult {
    const { catalog, health } = this;
    const found = catalog.choose({ model, capability, draw: randomPick, health, getPrice: this.getPrice });
    // Without own targets, all targets are fallbacks. A pinned model always has its own target.
    const publicName = found.find(({ reason }) => reason !== 'fallback')?.model ?? model;
    const hedgeMs = catalog.getHedgeMs(publicName);
    if (mayUseEveryModel(token)) return { model: publicName, targets: found, hedgeMs };
    requireModel(token, publicName, model);
    const targets = found.filter((target) => mayUseModel(token, target.model));
    if (targets.length === 0) throw new GatewayError('no-channel', `No channel serves the model "${model}".`);
    return { model: publicName, targets, hedgeMs };
  }

  /** The cost of a typical request at a target. */
  readonly getPrice = (
    { channel, upstreamModel }: Pick<RoutedTarget, 'channel' | 'upstreamModel'>,
    model: string,
  ): number | undefined => {
    const record = this.prices.getPrice({
      model,
      provider: getServiceName(channel),
      baseUrl: channel.baseUrl,
      upstreamModel,
    });
    return record && maxMicroUsd(TYPICAL_SIZE, record.price).likelyMicroUsd;
  };
}

/** For a model none of whose providers supports the operation. */
export function notServed(model: string, capability: Capability): GatewayError {
  return new GatewayError(
    'unsupported-capability',
    `The model "${model}" does not serve ${capability} requests.`,
    { param: 'model' },
  );
}
