import { type OutboundRequest, type UpstreamResponse } from '#egress';
import { type Spoken } from '../provider.js';

/** One model of the sandbox: what it can be asked for, and what it answers. */
export interface SandboxModel {
  readonly speaks: Spoken;
  answer(request: OutboundRequest, signal: AbortSignal): Promise<UpstreamResponse>;
}
