import { type Channel } from '#catalog';
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
  ) {}

  probe(question: Omit<ProbeQuestion, 'findRule'>): Promise<ProbeResult> {
    return probeChannel(this.http, {
      ...question,
      findRule: (target, format) => this.rules.find(target, format),
    });
  }

  listModels(channel: Channel): Promise<string[]> {
    return listUpstreamModels(this.http, channel);
  }
}
