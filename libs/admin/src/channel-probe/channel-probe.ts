import { type Channel, type Target, getServiceName } from '#catalog';
import { CredentialSources } from '#credentials';
import { HttpTransport } from '#egress';
import { PriceBook, type PriceOfRecord } from '#metering';
import { ModelRules } from '#relay';
import { Injectable } from '@nestjs/common';
import { CalledAddresses } from './called-addresses.js';
import { listUpstreamModels } from './list-upstream-models.js';
import { findUsdPerMTok } from './request-cost.js';
import { type ProbeOptions, type ProbeResult, probeChannel } from './probe-channel.js';

/** Tests channels with small requests to their upstreams. */
@Injectable()
export class ChannelProbe {
  constructor(
    private readonly http: HttpTransport,
    private readonly rules: ModelRules,
    private readonly credentials: CredentialSources,
    private readonly prices: PriceBook,
  ) {}

  /** Adds the called addresses to `called`. */
  async probe(
    options: Omit<ProbeOptions, 'findRule' | 'getUsdPerMTok'>,
    called = new CalledAddresses(),
  ): Promise<ProbeResult> {
    const channel = this.identify(options.channel);
    const findRule: ProbeOptions['findRule'] = (target, format) => this.rules.find(target, format);
    const getUsdPerMTok: ProbeOptions['getUsdPerMTok'] = (model, target) =>
      findUsdPerMTok(this.findPrice(model, target));
    try {
      return await probeChannel(called.wrap(this.http), { ...options, channel, findRule, getUsdPerMTok });
    } finally {
      if (channel.credentials !== undefined) called.addSource(channel.credentials);
    }
  }

  async listModels(given: Channel, called = new CalledAddresses()): Promise<string[]> {
    const channel = this.identify(given);
    try {
      return await listUpstreamModels(called.wrap(this.http), channel);
    } finally {
      if (channel.credentials !== undefined) called.addSource(channel.credentials);
    }
  }

  private findPrice(model: string, { channel, upstreamModel }: Target): PriceOfRecord | undefined {
    const { baseUrl } = channel;
    return this.prices.getPrice({ model, provider: getServiceName(channel), baseUrl, upstreamModel });
  }

  /** Adds the credentials, as the catalog does for its channels. This channel need not be in the catalog. */
  private identify(channel: Channel): Channel {
    const { auth } = channel;
    return auth === undefined
      ? channel
      : { ...channel, credentials: this.credentials.open({ ...channel, auth }) };
  }
}
