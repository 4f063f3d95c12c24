import { toAbortSignal } from '#canonical';
import { type Transport } from '#egress';
import { SandboxThread } from './thread/sandbox-thread.js';

const thread = new SandboxThread();

/** Handles requests in the sandbox thread instead of sending them over the network. */
export const sandboxTransport: Transport = (request, { signal }) =>
  thread.send(request, toAbortSignal(signal));
