import { type Channel } from '#catalog';
import { CredentialSources } from '#credentials';
import { HttpTransport } from '#egress';
import { ModelRules } from '#relay';
import { Injectable } from '@nestjs/common';
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

  probe(question: Omit<ProbeQuestion, 'findRule'>): Promise<ProbeResult> {
    return probeChannel(this.http, {
      ...question,
      channel: this.identify(question.channel),
      findRule: (target, format) => this.rules.find(target, format),
    });
  }

  listModels(channel: Channel): Promise<string[]> {
    return listUpstreamModels(this.http, this.identify(channel));
  }

  /** As the catalogue does it for channels that are in use, which this one need not be. */
  private identify(channel: Channel): Channel {
    const { auth, region } = channel;
    return auth === undefined ? channel : { ...channel, credentials: this.credentials.open(auth, region) };
  }
}
