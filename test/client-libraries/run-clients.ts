import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

type Context = Record<string, unknown>;

interface Client {
  name: string;
  folder: string;
  connect: (
    load: (name: string) => Promise<unknown>,
    gateway: { origin: string; token: string },
  ) => Promise<Context & { perModel?: (model: string) => Context }>;
  cases: Record<string, (context: Context) => Promise<void>>;
  /** Cases that cannot be tested here. */
  without?: readonly string[];
}

interface Service {
  kind: string;
  model: string;
  channels: object[];
  received(): string;
  takeRefusals(): string[];
}

const here = (name: string): string => join(import.meta.dirname, name);
const clientLists = (await import(here('clients/index.mjs'))) as Record<string, Client[]>;
const libraries = (await import(here('install.mjs'))) as {
  areLibrariesInstalled(): boolean;
  loadLibrary(folder: string, name: string): Promise<unknown>;
};
const services = (await import(here('services.mjs'))) as {
  UPSTREAMS: string[];
  Service: new (kind: string, upstream: FakeUpstream) => Service;
};

/** Cases that do not depend on the service behind the gateway. */
const ONCE = new Set(['embeddings', 'models', 'unknownModel']);

/** The part to run. */
interface Part {
  upstreams: readonly string[];
  cases?: readonly string[];
}

/** Runs the clients of a list over every kind of service, through one gateway; skips them if they are not installed. */
export function runClients(
  what: string,
  listName: string,
  part: Part = { upstreams: services.UPSTREAMS },
): void {
  const describeInstalled = libraries.areLibrariesInstalled() ? describe : describe.skip;
  describeInstalled(what, () => {
    const tried: Service[] = [];
    const upstreams: FakeUpstream[] = [];
    let gateway: TestGateway;

    beforeAll(async () => {
      for (const kind of part.upstreams) {
        const upstream = await startFakeUpstream({ strictFields: true });
        upstreams.push(upstream);
        tried.push(new services.Service(kind, upstream));
      }
      gateway = await startTestGateway({ channels: tried.flatMap(({ channels }) => channels) });
    });

    afterAll(async () => {
      await gateway.stop();
      await Promise.all(upstreams.map((upstream) => upstream.close()));
    });

    afterEach(() => gateway.forgetFaults());

    describe.each(clientLists[listName] ?? [])('$name', (client) => {
      const load = (name: string): Promise<unknown> => libraries.loadLibrary(client.folder, name);
      let connected: Awaited<ReturnType<Client['connect']>>;

      beforeAll(async () => {
        connected = await client.connect(load, { origin: gateway.origin, token: TEST_TOKEN });
      });

      it.each(listCells(client, part))('%s over %s', async (name, kind) => {
        const service = tried.find((one) => one.kind === kind) as Service;
        const fault = await tryCase(client, name, { connected, service });
        // The reason of a rejection says more than the client's error.
        expect(service.takeRefusals()).toEqual([]);
        if (fault !== undefined) throw fault;
      });
    });
  });
}

/** The result if the case failed. */
async function tryCase(
  { cases }: Client,
  name: string,
  { connected, service }: { connected: Awaited<ReturnType<Client['connect']>>; service: Service },
): Promise<unknown> {
  const { model } = service;
  const received = (): string => service.received();
  const context = { ...connected, ...connected.perModel?.(model), model, received };
  return cases[name]?.(context).catch((error: unknown) => error);
}

function listCells({ cases, without = [] }: Client, part: Part): [name: string, kind: string][] {
  const names = Object.keys(cases).filter((name) => part.cases?.includes(name) ?? true);
  return part.upstreams.flatMap((kind, index) =>
    names
      .filter((name) => index === 0 || !ONCE.has(name))
      .filter((name) => !without.includes(`${name} over ${kind}`))
      .map((name): [string, string] => [name, kind]),
  );
}
