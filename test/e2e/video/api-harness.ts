import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type MediaName, type MediaStore, createMediaStore } from '#media';
import { type KeptImage, type StoredRequest, TaskSeals } from '#video-tasks';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';

/** Two tokens of one owner, and one of another. */
export const TEAM_TOKEN = 'sk-mg-team-0123456789abcdef';
export const TEAMMATE_TOKEN = 'sk-mg-mate-0123456789abcdef';
export { TEST_TOKEN };

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface CallOptions {
  method?: string;
  body?: object | string | FormData;
  headers?: Record<string, string>;
  token?: string;
}

/** A gateway that accepts tasks but has no worker: the test plays its part in the database. */
export interface ApiHarness {
  gateway: TestGateway;
  media: MediaStore;
  call(path: string, options?: CallOptions): Promise<Answer>;
  /** The id of a new task. */
  create(members?: object, options?: CallOptions): Promise<string>;
  begin(id: string, progress?: number): Promise<void>;
  complete(id: string, result?: object): Promise<void>;
  fail(id: string, code: number, message: string): Promise<void>;
  /** Stores this file as the content of the task. */
  storeDownload(id: string, file: MediaName): Promise<void>;
  /** With its request decrypted. */
  getRow(id: string): Promise<Record<string, unknown>>;
  /** The names of all files in the media store. */
  storedFiles(): Promise<string[]>;
  stop(): Promise<void>;
}

/** The harness of a suite, which exists once its tests run. */
export type GetHarness = () => ApiHarness;

export async function startApiHarness(
  options: {
    environment?: Record<string, string>;
    keepAliveMs?: number;
    tokens?: object[];
    models?: object[];
  } = {},
): Promise<ApiHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-video-api-'));
  const secretKey = randomBytes(32);
  const gateway = await startTestGateway({
    sandbox: true,
    models: options.models,
    tokens: [
      { name: 'team', key: TEAM_TOKEN, owner: 'team' },
      { name: 'mate', key: TEAMMATE_TOKEN, owner: 'team' },
      ...(options.tokens ?? []),
    ],
    keepAliveMs: options.keepAliveMs,
    environment: {
      MODELGATE_DATA_DIR: folder,
      MODELGATE_SECRET_KEY: secretKey.toString('base64'),
      ...options.environment,
    },
  });
  const media = createMediaStore({
    dataDir: folder,
    secretKeys: () => [secretKey],
    publicUrl: () => gateway.origin,
  });
  const caller = toCaller(gateway);
  return {
    gateway,
    media,
    ...caller,
    ...workerIn(gateway),
    storedFiles: async () => {
      const paths = await readdir(join(folder, 'media'), { recursive: true }).catch(() => []);
      return paths
        .map((path) => basename(path))
        .filter((name) => name.includes('.'))
        .toSorted();
    },
    stop: async () => {
      await gateway.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function toCaller({ origin }: TestGateway): Pick<ApiHarness, 'call' | 'create'> {
  const call: ApiHarness['call'] = async (path, { method, body, headers, token = TEST_TOKEN } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof FormData;
    const response = await fetch(`${origin}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      body: isRaw || body === undefined ? body : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body instanceof FormData || body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    const text = await response.text();
    const answer = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return { status: response.status, headers: response.headers, body: answer };
  };
  const create: ApiHarness['create'] = async (members = {}, options = {}) => {
    const body = { model: 'sandbox-video', prompt: `a cat ${randomUUID()}`, ...members };
    const answer = await call('/v1/video/generations', { ...options, body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return String(answer.body['task_id']);
  };
  return { call, create };
}

/** What a worker would write, step by step. */
function workerIn({
  database,
  shared,
}: TestGateway): Pick<ApiHarness, 'begin' | 'complete' | 'fail' | 'storeDownload' | 'getRow'> {
  const seals = new TaskSeals(shared.secretBox);
  const change = async (id: string, assignments: string, values: unknown[] = []): Promise<void> => {
    await database.query(
      `UPDATE video_tasks SET ${assignments}, version = version + 1, updated_at = clock_timestamp() WHERE id = $1`,
      [id, ...values],
    );
  };
  const findRow: ApiHarness['getRow'] = async (id) => {
    const [row] = await database.query('SELECT * FROM video_tasks WHERE id = $1', [id]);
    if (row === undefined) throw new Error(`there is no ${id}`);
    const request = seals.openRequest(row as unknown as StoredRequest);
    return { ...row, request: { ...request } };
  };
  const begin: ApiHarness['begin'] = async (id, progress = 10) => {
    if ((await findRow(id))['phase'] === 'accepted') {
      await change(id, "phase = 'submitting'");
      await change(id, "phase = 'polling', status = 'in_progress', upstream_id = $2", [randomUUID()]);
    }
    await change(id, 'progress = $2', [progress]);
  };
  return {
    getRow: findRow,
    begin,
    complete: async (id, result = {}) => {
      await begin(id, 90);
      await change(id, "phase = 'finalizing'");
      await change(
        id,
        "phase = 'completed', status = 'completed', progress = 100, result = $2, finished_at = clock_timestamp()",
        [JSON.stringify({ id: 'a'.repeat(32), extension: 'mp4', sizeBytes: 1, ...result })],
      );
    },
    fail: (id, code, message) =>
      change(
        id,
        "phase = 'failed', status = 'failed', error_code = $2, error_message = $3, finished_at = clock_timestamp()",
        [code, message],
      ),
    storeDownload: async (id, file) => {
      const { request } = (await findRow(id)) as { request: ReturnType<TaskSeals['openRequest']> };
      const copy = { ...file, mediaType: 'image/png' };
      const images = request.images.map((image): KeptImage =>
        image.kind === 'url' ? { ...image, copy } : image,
      );
      const { sealedRequest } = seals.sealRequest(id, { ...request, images });
      await change(id, 'sealed_request = $2', [sealedRequest]);
    },
  };
}
