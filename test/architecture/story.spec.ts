import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, channelTo, startTestGateway } from '../harness/index.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = `${ROOT}docs/stories/one-model-request.md`;
const BUILT = /\/dist\/((?:apps|libs)\/.+)\.js$/;
/** Every library uses these everywhere, or outside of requests, so they say nothing about the path of a request. */
const EVERYWHERE = /^libs\/(?:canonical|config|database|jobs|telemetry)\//;
/** Background work is part of some recordings, and on a busy machine of all. */
const RECORDINGS = 4;
const BACKGROUND_MS = 15_000;

/** A folder stands for its files, except in the folders that the page describes in detail. */
const isInside = (path: string, folder: string): boolean =>
  folder.endsWith('/') && path.startsWith(folder) && !/^(?:apps\/api|libs\/relay)\//.test(path);

let upstream: FakeUpstream;
let gateway: TestGateway;
let session: Session;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  gateway = await startTestGateway({ channels: [channelTo(upstream)] });
  session = new Session();
  session.connect();
});

afterAll(async () => {
  session.disconnect();
  await gateway.stop();
  await upstream.close();
});

async function chat(stream: boolean): Promise<void> {
  const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], stream }),
  });
  await response.text();
  expect(response.status).toBe(200);
  await gateway.getLog(response.headers.get('x-request-id') ?? '');
}

/** The source files of which a request runs a function, streamed and not. */
function recordRequests(): Promise<Set<string>> {
  return recordFiles(async () => {
    await chat(false);
    await chat(true);
  });
}

/** The files that also run without a request. */
async function findBackground(paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const giveUpAt = performance.now() + BACKGROUND_MS;
  while (found.size < paths.length && performance.now() < giveUpAt) {
    const files = await recordFiles(() => setTimeout(500));
    for (const path of paths) if (files.has(path)) found.add(path);
  }
  return [...found];
}

async function recordFiles(work: () => Promise<unknown>): Promise<Set<string>> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const entered = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  );
  const files = entered.flatMap(({ url }) => BUILT.exec(url)?.[1] ?? []).map((path) => `${path}.ts`);
  return new Set(files.filter((path) => !EVERYWHERE.test(path)));
}

describe('the description of one model request', () => {
  it('names the files that run, and no others', async () => {
    await session.post('Profiler.enable');
    for (let count = 0; count < 3; count += 1) await chat(count > 0);
    let common = [...(await recordRequests())];
    for (let count = 1; count < RECORDINGS; count += 1) {
      const files = await recordRequests();
      common = common.filter((path) => files.has(path));
    }
    const text = readFileSync(PAGE, 'utf8');
    const named = [...text.matchAll(/^\| +`((?:apps|libs)\/[\w./-]+)`/gm)].flatMap(([, path]) => path ?? []);
    const isNamed = (path: string): boolean => named.some((entry) => path === entry || isInside(path, entry));
    const unnamed = common.filter((path) => !isNamed(path)).toSorted();
    expect(unnamed).toEqual((await findBackground(unnamed)).toSorted());
    const idle = named.filter((entry) => !common.some((path) => path === entry || isInside(path, entry)));
    expect(idle).toEqual([]);
  });
});
