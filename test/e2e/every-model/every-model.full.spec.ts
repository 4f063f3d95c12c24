import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RequestField } from '#canonical';
import { type KnownModel } from '#models';
import { CLIENTS, type Client, type Setting, VARIANTS, type Variant } from './client-requests.js';
import { getExpected } from './expected-answer.js';
import { CONCURRENCY, ModelTable, PROVIDERS, listChatModels, toParams } from './model-table.js';
import { type Upstream } from './strict-model.js';

interface Question {
  known: KnownModel;
  client: Client;
  variant: Variant;
}

/** One model of each group with the same facts is tested with every variant; the others once in each format. */
function listQuestions(provider: string, seen: Set<string>): Question[] {
  return listChatModels(provider).flatMap((known) => {
    const { formats, parameters, reasoning, limits } = known;
    const key = JSON.stringify([formats, parameters, reasoning, limits?.output === undefined]);
    const isNew = !seen.has(key);
    seen.add(key);
    return CLIENTS.flatMap((client) =>
      VARIANTS[client].slice(0, isNew ? undefined : 1).map((variant) => ({ known, client, variant })),
    );
  });
}

/** The client leaves out what is rejected because its response would be a different one, until the request succeeds. */
async function findFault(table: ModelTable, { known, client, variant }: Question): Promise<string[]> {
  const at = `${known.provider}/${known.id} for ${client} that ${variant.name}:`;
  let { settings } = variant;
  for (;;) {
    const { status, body, param, warnings, upstream } = await table.ask(known, client, settings);
    const target = upstream ?? (known.formats.includes(client) ? client : known.formats.at(-1));
    const way = { known, client, upstream: target as Upstream };
    const expected = getExpected(way, { ...variant, settings });
    const refused = toParams(expected.refused, settings);
    if (status === 400 && upstream === undefined && param !== undefined && refused.includes(param)) {
      settings = settings.filter(([, name]) => name !== param && !name.startsWith(`${param}.`));
      continue;
    }
    if (status !== 200) return [`${at} ${status} ${body.slice(0, 300)}`];
    if (refused.length > 0) return [`${at} answered without ${refused.join(', ')}`];
    const due = [...new Set([...toParams(expected.lost, settings), ...expected.renamed])]
      .toSorted()
      .join(', ');
    const told = warnings.toSorted().join(', ');
    return told === due ? [] : [`${at} told of [${told}] and not of [${due}]`];
  }
}

interface Refusal {
  known: KnownModel;
  client: Client;
  field: RequestField;
  settings: readonly Setting[];
}

/** Every parameter that some model of a format rejects, in the format of one client that has it. */
function listRefusals(provider: string, seen: Set<string>): Refusal[] {
  return listChatModels(provider).flatMap((known) => {
    const { refused = [], refusedWhileReasoning = [], exclusive } = known.parameters ?? {};
    const fields: RequestField[] = [
      ...refused,
      ...refusedWhileReasoning,
      ...(exclusive?.slice(1) ?? []),
      ...(known.limits?.output === undefined ? [] : (['maxOutputTokens'] as const)),
    ];
    return fields.flatMap((field) => {
      const client = CLIENTS.find((one) => findSetting(one, field) !== undefined);
      const key = `${known.formats.join()} ${field}`;
      if (client === undefined || seen.has(key)) return [];
      seen.add(key);
      return [{ known, client, field, settings: listNeeded(client, field) }];
    });
  });
}

function findSetting(client: Client, field: RequestField): Setting | undefined {
  return VARIANTS[client][0]?.settings.find(([one]) => one === field);
}

/** Some settings are valid only together with others. */
function listNeeded(client: Client, field: RequestField): Setting[] {
  const isAboutTools = field === 'toolChoice' || field === 'allowsParallelCalls';
  const isAboutSampling = field === 'temperature' || field === 'topP';
  const others: RequestField[] = [
    ...(isAboutTools ? (['tools'] as const) : []),
    ...(isAboutSampling ? (['reasoning', 'temperature'] as const) : []),
  ];
  return [...new Set([...others, field])]
    .map((one) => findSetting(client, one))
    .filter((setting) => setting !== undefined);
}

async function askAll<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<string[]>,
): Promise<string[]> {
  const queue = items.values();
  const askNext = async (): Promise<string[]> => {
    const faults: string[] = [];
    for (const item of queue) faults.push(...(await ask(item)));
    return faults;
  };
  return (await Promise.all(Array.from({ length: CONCURRENCY }, askNext))).flat();
}

describe('a client of any format that sets every parameter', () => {
  let table: ModelTable;
  const seenFacts = new Set<string>();
  const seenRefusals = new Set<string>();

  beforeAll(async () => {
    table = await ModelTable.start();
  });

  afterAll(() => table.stop());

  it.each(PROVIDERS)(
    'gets a response from every model of %s, and a warning for every loss',
    async (provider) => {
      table.serveProvider(provider);
      expect(
        await askAll(listQuestions(provider, seenFacts), (question) => findFault(table, question)),
      ).toEqual([]);
      for (const { known, client, field, settings } of listRefusals(provider, seenRefusals)) {
        const [param] = toParams([field], settings);
        const strict = await table.ask(known, client, settings, { 'x-modelgate-strict': 'true' });
        expect([known.id, field, strict.status, strict.upstream]).toEqual([known.id, field, 400, undefined]);
        expect(getExpectedParams(known, client, settings)).toContain(strict.param);
        expect(getExpectedParams(known, client, settings)).toContain(param);
      }
    },
  );

  it('finds some hundreds of models', () => {
    expect(PROVIDERS.flatMap((provider) => listChatModels(provider)).length).toBeGreaterThan(500);
  });
});

function getExpectedParams(known: KnownModel, client: Client, settings: readonly Setting[]): string[] {
  const [variant] = VARIANTS[client];
  const reasoning = settings.some(([field]) => field === 'reasoning') ? variant?.reasoning : undefined;
  const upstream = (known.formats.includes(client) ? client : known.formats.at(-1)) as Upstream;
  const { refused, lost } = getExpected({ known, client, upstream }, { ...variant, settings, reasoning });
  return toParams([...refused, ...lost], settings);
}
