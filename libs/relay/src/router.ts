import { type Token, mayUseEveryModel, mayUseModel, modelRefusal } from '#access';
import { type Capability, GatewayError } from '#canonical';
import { Catalog, ChannelHealth, type Choice, type randomPickFor, getServiceName } from '#catalog';
import { PriceBook, maxMicroUsd } from '#metering';
import { Injectable } from '@nestjs/common';

/** A request like any other, to compare prices by. */
const USUAL_SIZE = {
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
  draw?: ReturnType<typeof randomPickFor>;
}

export interface Routes {
  /** Its public name, without the channel that it may have been pinned to. */
  model: string;
  /** Best first. */
  targets: Choice[];
  /** When a second channel is raced, where no first byte has come by then. */
  hedgeMs: number | undefined;
}

/** Where requests go. */
@Injectable()
export class Router {
  constructor(
    private readonly catalog: Catalog,
    private readonly health: ChannelHealth,
    private readonly prices: PriceBook,
  ) {}

  /** The targets of a model that the token may use; its fallbacks are held to the same lists. */
  routesFor(token: Token, { model, capability, draw }: RoutingOptions): Routes {
    const { catalog, health } = this;
    const choices = catalog.choose({ model, capability, draw, health, getPrice: this.getPrice });
    // A model may have fallbacks alone; one that is pinned to a channel always has that.
    const asked = choices.find((choice) => choice.reason !== 'fallback')?.model ?? model;
    if (mayUseEveryModel(token)) {
      return { model: asked, targets: choices, hedgeMs: catalog.getHedgeMs(asked) };
    }
    if (!mayUseModel(token, asked)) throw modelRefusal(token, asked, model);
    const targets = choices.filter((choice) => mayUseModel(token, choice.model));
    if (targets.length === 0) throw new GatewayError('no-channel', `No channel serves the model "${model}".`);
    return { model: asked, targets, hedgeMs: catalog.getHedgeMs(asked) };
  }

  /** What such a request costs there: by this, prices are compared. */
  readonly getPrice = (
    { channel, upstreamModel }: Pick<Choice, 'channel' | 'upstreamModel'>,
    model: string,
  ): number | undefined => {
    const record = this.prices.getPrice({
      model,
      provider: getServiceName(channel),
      baseUrl: channel.baseUrl,
      upstreamModel,
    });
    return record && maxMicroUsd(USUAL_SIZE, record.price).likelyMicroUsd;
  };
}

/** For a model whose channels are of providers that do not do such a thing. */
export function notServed(model: string, capability: Capability): GatewayError {
  return new GatewayError(
    'unsupported-capability',
    `The model "${model}" does not serve ${capability} requests.`,
    { param: 'model' },
  );
}
