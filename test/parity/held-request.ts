import { request as openRequest } from 'node:http';
import { eventually } from '../harness/index.js';
import { getUpstream } from './models.js';
import { type Row } from './row.js';
import { type StageRequest, type Stage, getKey } from './stage.js';

/** A request that runs until it is released. */
export interface HeldRequest {
  release(): Promise<void>;
}

/** Resolves when the request is running. */
export async function holdRequest(stage: Stage, row: Row, asked: StageRequest): Promise<HeldRequest> {
  return row.heldBy === 'upstream' ? holdAtUpstream(stage, row, asked) : holdByBody(stage, row, asked);
}

/** The upstream receives the request and never finishes its response. */
async function holdAtUpstream(stage: Stage, row: Row, asked: StageRequest): Promise<HeldRequest> {
  const before = stage.received.length;
  const reply = row.isStreamed ? ({ kind: 'stall', afterBytes: 1 } as const) : ({ kind: 'hang' } as const);
  getUpstream(row.model, stage.upstreams).script(reply);
  const controller = new AbortController();
  const ended = stage.ask(row, { ...asked, signal: controller.signal }).catch(() => undefined);
  await eventually(() => stage.received.length > before || undefined);
  return {
    release: async () => {
      controller.abort();
      await ended;
    },
  };
}

/** The client never finishes its request, which runs as soon as its headers have arrived. */
async function holdByBody(stage: Stage, row: Row, { column }: StageRequest): Promise<HeldRequest> {
  // The id or the model in the path is not checked before the body has arrived.
  const path = row.route.replace(':id', 'any').replace('*', 'any:predictLongRunning');
  const outgoing = openRequest(`${stage.gateway.origin}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${getKey(column, row)}`,
      'content-type': 'application/json',
      'content-length': '100',
      expect: '100-continue',
    },
  });
  outgoing.on('error', () => undefined);
  outgoing.flushHeaders();
  await new Promise((resolve, reject) => {
    outgoing.once('continue', resolve).once('response', reject).once('close', reject);
  });
  return {
    release: async () => {
      outgoing.destroy();
    },
  };
}
