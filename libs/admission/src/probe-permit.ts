import { UpstreamPermit } from './upstream-permit.js';

/** Has enough fields of a channel that other objects with an id do not match this type. */
interface ProbedChannel {
  id: string;
  provider: string;
  apiKeys: readonly string[];
}

class ProbePermit extends UpstreamPermit {
  constructor(readonly channelId: string) {
    super();
  }
}

/**
 * For an operator's test of a channel, and for its list of models: neither belongs to an API token. An import rule lets
 * only the channel tests of the admin API import this file.
 */
export function permitProbe({ id }: ProbedChannel): ProbePermit {
  return new ProbePermit(id);
}

export { type ProbePermit };
