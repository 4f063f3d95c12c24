import {
  Catalog,
  type RoutedTarget,
  type ModelPrice,
  type RoutingRequest,
  type Target,
  getServiceName,
} from '#catalog';
import { PriceBook } from '#metering';
import { Injectable } from '@nestjs/common';

/** A task is accepted independently of the current health of the channels. */
const IGNORED_HEALTH: RoutingRequest['health'] = {
  getHealthStatuses: (targets) => targets.map(() => 'healthy'),
  getFirstByteMs: () => undefined,
};

/** The video models, by the names that clients use. */
@Injectable()
export class VideoCatalog {
  constructor(
    private readonly catalog: Catalog,
    private readonly prices: PriceBook,
  ) {}

  /** With the model's public name if it differs from the requested one, which can include a channel. */
  targetsFor(model: string): (Target & { model?: string })[] {
    return this.choose(model);
  }

  getDeadlineMinutes(model: string): number | undefined {
    return this.catalog.getDeadlineMinutes(model);
  }

  /** The price for which money is held: that at the channel with the highest priority. */
  getPrice(model: string): ModelPrice | undefined {
    const [first] = this.choose(model, () => 1);
    if (first === undefined) return this.catalog.getPrice(model);
    const { channel, upstreamModel, model: name } = first;
    return this.prices.getPrice({
      model: name,
      provider: getServiceName(channel),
      baseUrl: channel.baseUrl,
      upstreamModel,
    })?.price;
  }

  /** Only targets of the model itself: the held price is not valid for its fallback models. */
  private choose(model: string, draw?: RoutingRequest['draw']): RoutedTarget[] {
    const choices = this.catalog.choose({ model, capability: 'video', draw, health: IGNORED_HEALTH });
    return choices.filter(({ reason }) => reason !== 'fallback');
  }
}
