import { toAbortSignal } from '#canonical';
import { type Transport } from '#egress';
import { SandboxThread } from './thread/sandbox-thread.js';

const thread = new SandboxThread();

/** Takes what would have gone over the network, and answers with bytes. */
export const sandboxTransport: Transport = (request, { signal }) =>
  thread.send(request, toAbortSignal(signal));
