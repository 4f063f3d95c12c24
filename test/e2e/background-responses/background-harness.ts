import 'reflect-metadata';
import { type Service } from '#lifecycle';
import OpenAI from 'openai';
import { createWorker } from '../../../apps/worker/src/create-worker.js';
import { type WorkerOptions } from '../../../apps/worker/src/worker-options.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../../harness/index.js';

export type Response = OpenAI.Responses.Response;
export type StreamEvent = OpenAI.Responses.ResponseStreamEvent;

export const STRANGER_TOKEN = 'sk-mg-stranger-01234567890';
export const SLOW_TOKEN = 'sk-mg-slow-01234567890123';
export const NARROW_TOKEN = 'sk-mg-narrow-012345678901';

/** Notices sooner than by default that its work is cancelled, or that it has lost its lease. */
const ATTENTIVE = { renewEveryMs: 50 };

const UNFINISHED = new Set<unknown>(['queued', 'in_progress']);

/** A gateway with upstreams of two formats and the sandbox; tests start and stop its workers. */
export interface BackgroundHarness {
  gateway: TestGateway;
  upstream: FakeUpstream;
  client(apiKey?: string): OpenAI;
  startWorker(settings?: WorkerOptions['responseSettings']): Promise<Service>;
  /** Starts a worker with these settings, unless one is running. */
  ensureWorker(settings?: WorkerOptions['responseSettings']): Promise<void>;
  stopWorker(): Promise<void>;
  /** Waits until the response is finished, and returns it. */
  finished(id: string, apiKey?: string): Promise<Response>;
  getRow(id: string): Promise<Record<string, unknown>>;
  /** Waits until so many events of the response are stored. */
  written(id: string, count: number): Promise<void>;
  stop(): Promise<void>;
}

/** The harness of a suite, which exists once its tests run. */
export type GetHarness = () => BackgroundHarness;

export async function startBackgroundHarness(): Promise<BackgroundHarness> {
  const upstream = await startFakeUpstream();
  const channels = channelsTo(upstream);
  const gateway = await startTestGateway({ sandbox: true, channels, models: MODELS, tokens: TOKENS });
  let worker: Service | undefined;
  const startWorker: BackgroundHarness['startWorker'] = (responseSettings) =>
    createWorker({ ...gateway.shared, responseSettings });
  const stopWorker = async (): Promise<void> => {
    await worker?.close();
    worker = undefined;
  };
  const client = (apiKey: string = TEST_TOKEN): OpenAI =>
    new OpenAI({ baseURL: gateway.baseUrl, apiKey, maxRetries: 0 });
  return {
    gateway,
    upstream,
    client,
    startWorker,
    ensureWorker: async (settings = ATTENTIVE) => {
      worker ??= await startWorker(settings);
    },
    stopWorker,
    finished: (id, apiKey) =>
      eventually(async () => {
        const response = await client(apiKey).responses.retrieve(id);
        return UNFINISHED.has(response.status) ? undefined : response;
      }, 15_000),
    ...toTables(gateway),
    stop: async () => {
      await stopWorker();
      await gateway.stop();
      await upstream.close();
    },
  };
}

const MODELS = [{ id: 'over-chat', price: { inputPerMTok: 1, outputPerMTok: 2 } }];

const TOKENS = [
  { name: 'stranger', key: STRANGER_TOKEN },
  { name: 'slow', key: SLOW_TOKEN, owner: 'slow', concurrency: 1 },
  { name: 'narrow', key: NARROW_TOKEN, models: ['over-chat'] },
];

function channelsTo(upstream: FakeUpstream): object[] {
  const channel = { apiKey: 'sk-upstream-1', baseUrl: upstream.url };
  return [
    { ...channel, name: 'chat', provider: 'openai-compatible', models: ['over-chat'] },
    {
      ...channel,
      name: 'responses',
      provider: 'openai',
      models: ['over-responses'],
      formats: ['openai-responses'],
    },
  ];
}

function toTables({ database }: TestGateway): Pick<BackgroundHarness, 'getRow' | 'written'> {
  return {
    getRow: async (id) => {
      const [row] = await database.query('SELECT * FROM background_responses WHERE id = $1', [id]);
      return row ?? {};
    },
    written: async (id, count) => {
      await eventually(async () => {
        const rows = await database.query(
          'SELECT sequence FROM background_response_events WHERE response_id = $1',
          [id],
        );
        return rows.length >= count || undefined;
      });
    },
  };
}

export async function collect(stream: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** The text of all deltas. */
export function getText(events: readonly StreamEvent[]): string {
  return events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
}

export function getSequences(events: readonly StreamEvent[]): number[] {
  return events.map((event) => event.sequence_number);
}
