import { type Channel } from '#catalog';
import { CredentialSources } from '#credentials';
import { HttpTransport } from '#egress';
import { ModelRules } from '#relay';
import { Injectable } from '@nestjs/common';
import { CalledAddresses } from './called-addresses.js';
import { listUpstreamModels } from './list-upstream-models.js';
import { type ProbeQuestion, type ProbeResult, probeChannel } from './probe-channel.js';

/** What upstreams say themselves when they are asked for little. */
@Injectable()
export class ChannelProbe {
  constructor(
    private readonly http: HttpTransport,
    private readonly rules: ModelRules,
    private readonly credentials: CredentialSources,
  ) {}

  /** `called` learns which addresses were called. */
  async probe(
    question: Omit<ProbeQuestion, 'findRule'>,
    called = new CalledAddresses(),
  ): Promise<ProbeResult> {
    const channel = this.identify(question.channel);
    const findRule: ProbeQuestion['findRule'] = (target, format) => this.rules.find(target, format);
    try {
      return await probeChannel(called.watch(this.http), { ...question, channel, findRule });
    } finally {
      if (channel.credentials !== undefined) called.addSource(channel.credentials);
    }
  }

  async listModels(given: Channel, called = new CalledAddresses()): Promise<string[]> {
    const channel = this.identify(given);
    try {
      return await listUpstreamModels(called.watch(this.http), channel);
    } finally {
      if (channel.credentials !== undefined) called.addSource(channel.credentials);
    }
  }

  /** As the catalogue does it for channels that are in use, which this one need not be. */
  private identify(channel: Channel): Channel {
    const { auth } = channel;
    return auth === undefined
      ? channel
      : { ...channel, credentials: this.credentials.open({ ...channel, auth }) };
  }
}
